/* Preloaded into a process: writes down the hosts it looks up or sends to, and lets it reach only
   this machine. Lines in the file $NETWORK_LOG: "look-up NAME" or "CALL ADDRESS". */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void record(const char *what, const char *whom) {
    char line[512];
    int length = snprintf(line, sizeof line, "%s %.400s\n", what, whom);
    int file = open(getenv("NETWORK_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (file < 0 || write(file, line, length) != length) abort();
    close(file);
}

/* A name that is an address needs no look-up. */
static int is_name(const char *host) {
    struct in6_addr address;
    return host && inet_pton(AF_INET, host, &address) != 1 && inet_pton(AF_INET6, host, &address) != 1;
}

static int is_refused(const char *call, const struct sockaddr *to) {
    char address[INET6_ADDRSTRLEN] = "?";
    if (!to || (to->sa_family != AF_INET && to->sa_family != AF_INET6)) return 0;
    if (to->sa_family == AF_INET) {
        const struct in_addr *ip = &((const struct sockaddr_in *)to)->sin_addr;
        if (ntohl(ip->s_addr) >> 24 == 127) return 0;
        inet_ntop(AF_INET, ip, address, sizeof address);
    } else {
        const struct in6_addr *ip = &((const struct sockaddr_in6 *)to)->sin6_addr;
        if (IN6_IS_ADDR_LOOPBACK(ip)) return 0;
        inet_ntop(AF_INET6, ip, address, sizeof address);
    }
    record(call, address);
    errno = ENETUNREACH;
    return 1;
}

#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
    if (!is_name(host)) return ORIGINAL(getaddrinfo)(host, service, hints, found);
    record("look-up", host);
    return EAI_FAIL;
}

struct hostent *gethostbyname(const char *host) {
    if (!is_name(host)) return ORIGINAL(gethostbyname)(host);
    record("look-up", host);
    h_errno = NO_RECOVERY;
    return NULL;
}

int gethostbyname_r(const char *host, struct hostent *entry, char *buffer, size_t size,
                    struct hostent **found, int *error) {
    if (!is_name(host)) return ORIGINAL(gethostbyname_r)(host, entry, buffer, size, found, error);
    record("look-up", host);
    *found = NULL;
    *error = NO_RECOVERY;
    return ENOENT;
}

int connect(int socket, const struct sockaddr *to, socklen_t size) {
    return is_refused("connect", to) ? -1 : ORIGINAL(connect)(socket, to, size);
}

ssize_t sendto(int socket, const void *data, size_t length, int flags, const struct sockaddr *to,
               socklen_t size) {
    return is_refused("sendto", to) ? -1 : ORIGINAL(sendto)(socket, data, length, flags, to, size);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    return is_refused("sendmsg", message->msg_name) ? -1 : ORIGINAL(sendmsg)(socket, message, flags);
}
