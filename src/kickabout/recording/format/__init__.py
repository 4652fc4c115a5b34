"""The file format: chunks, messages, schemas, reading and writing."""
