#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

/// libcurl, looked for and loaded when it is first needed, so that a program that contacts nobody does not begin with it and
/// the thirty libraries behind it. Nothing of it is needed to build.

/// One exchange with a server: what is sent, and who takes what comes.
typedef struct {
    const char *url;
    /// GET without a body, else POST.
    const void *body;
    int64_t body_size;
    /// Lines of the head as "name: value", closed by NULL.
    const char *const *fields;
    /// Handed to the functions below.
    void *context;
    /// Takes a line of a head; returns how much of it was taken. Anything less ends the exchange.
    size_t (*take_head)(const char *bytes, size_t size, size_t count, void *context);
    /// Takes a piece of the body in the same way.
    size_t (*take_body)(const char *bytes, size_t size, size_t count, void *context);
    /// Whether the exchange is to end.
    int (*is_over)(void *context);
} ccurl_exchange;

/// Whether libcurl could be loaded; thread-safe.
int ccurl_is_available(void);

/// A connection, or several to one server, for one exchange at a time; NULL when there is no libcurl or no memory.
void *ccurl_open(void);

/// Carries out an exchange and waits for its end. Returns libcurl's code, 0 when the answer is complete; `message` then holds
/// up to 255 bytes of what libcurl says of a failure.
int ccurl_perform(void *connection, const ccurl_exchange *exchange, char message[256]);

/// Lets an exchange that waits for its server look at once whether it is over; from any thread, while `connection` is open.
void ccurl_wake(void *connection);

/// Closes a connection that has no exchange.
void ccurl_close(void *connection);

/// What libcurl calls some of its codes.
enum {
    ccurl_unsupported = 1,
    ccurl_no_proxy_host = 5,
    ccurl_no_host = 6,
    ccurl_no_connection = 7,
    ccurl_strange_answer = 8,
    ccurl_partial = 18,
    ccurl_write_refused = 23,
    ccurl_no_tls = 35,
    ccurl_stopped = 42,
    ccurl_empty = 52,
    ccurl_not_sent = 55,
    ccurl_not_received = 56,
    ccurl_untrusted = 60,
    ccurl_no_library = -1
};

#endif
