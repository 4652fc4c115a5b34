"""What the site needs beyond its pages: generated references, and the files that pages link to.

Pages are written to be read in the repository, too, so they link to files outside of docs/. In the
site, source files are text files in the folder `source/`. Called by mkdocs (see mkdocs.yml).
"""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from docs.site_api import api_pages
from docs.site_reference import modules_page, representations_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
OUTSIDE = {"ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md"}
LINK = re.compile(r"\]\(([^)#\s:]+)(#[^)\s]*)?\)")
LOADED = re.compile(
    r'<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)="((?:https?:)?//[^"]+)'
)
LISTED = (".py", ".toml", ".js", ".css", ".html")  # files shown in the page of a folder


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside of docs/, the references, and the files that pages link to."""
    for name, uri in OUTSIDE.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / name)))
    references = {
        "reference/modules.md": modules_page(),
        "reference/representations.md": representations_page(),
        **api_pages(ROOT / "src"),
    }
    for uri, text in references.items():
        files.append(_unlisted(File.generated(config, uri, content=text)))
    for target in _linked_files(files):
        files.append(_source_file(config, target))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links to files outside of docs/ lead to their copies in the site."""
    here = page.file.src_uri

    def replaced(match: "re.Match[str]") -> str:
        target = _target(here, match[1])
        if target is None or not (ROOT / target).exists():
            return match[0]
        return f"]({relpath(_site_uri(target), str(PurePosixPath(here).parent))}{match[2] or ''})"

    return LINK.sub(replaced, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Refuse a site that loads anything from another host."""
    for page in sorted(Path(config.site_dir).rglob("*.html")):
        found = LOADED.search(page.read_text(encoding="utf-8"))
        if found:
            raise PluginError(f"{page} loads {found[1]}; the site has to work without network")


def _linked_files(files: Files) -> list[str]:
    """Return all files and folders outside of docs/ that pages link to, and the folders' files."""
    targets: dict[str, None] = {}
    for file in files.documentation_pages():
        for link, _ in LINK.findall(file.content_string):
            target = _target(file.src_uri, link)
            if target and (ROOT / target).exists() and not target.startswith("docs/"):
                targets |= dict.fromkeys([target, *_listed(target)])
    return [target for target in targets if target not in OUTSIDE and target != "README.md"]


def _listed(folder: str) -> Iterator[str]:
    """Return the files and folders that the page of a folder lists, with all below."""
    if not (ROOT / folder).is_dir():
        return
    for path in sorted((ROOT / folder).iterdir()):
        name = path.relative_to(ROOT).as_posix()
        if path.is_dir() and path.name[0] not in "._":
            yield name
            yield from _listed(name)
        elif path.suffix in LISTED:
            yield name


def _source_file(config: MkDocsConfig, target: str) -> File:
    """Return the copy of a file, or the page of a folder."""
    path, uri = ROOT / target, _site_uri(target)
    if not path.is_dir():
        return File.generated(config, uri, abs_src_path=str(path))
    inside = [name for name in _listed(target) if str(PurePosixPath(name).parent) == target]
    lines = [
        f"- [{PurePosixPath(name).name}]({relpath(_site_uri(name), PurePosixPath(uri).parent)})"
        for name in inside
    ]
    return _unlisted(File.generated(config, uri, content=f"# {target}\n\n" + "\n".join(lines)))


def _unlisted(file: File) -> File:
    """Return the file, which need not be in the navigation."""
    file.inclusion = InclusionLevel.NOT_IN_NAV
    return file


def _target(page: str, link: str) -> str | None:
    """Return what a page links to, relative to the repository; None if it is in the site as is."""
    sources = {uri: name for name, uri in OUTSIDE.items()}
    source = PurePosixPath(sources.get(page, f"docs/{page}"))
    target = normpath(str(source.parent / link))
    stays = source.parts[0] == "docs" and target.startswith("docs/")
    return None if stays or target.startswith("..") else target


def _site_uri(target: str) -> str:
    """Return where a file of the repository is in the site."""
    if target == "README.md":
        return "index.md"
    if target in OUTSIDE:
        return OUTSIDE[target]
    if target.startswith("docs/"):
        return target.removeprefix("docs/")
    if (ROOT / target).is_dir():
        return f"source/{target}/index.md"
    return f"source/{target}.txt"
