#ifndef CPOSTGRES_H
#define CPOSTGRES_H

/// libpq, PostgreSQL's own client, looked for and loaded when it is first needed, so that nothing of it is needed to build and a
/// program that keeps its things in a file does not begin with it.
///
/// Each function is the one of libpq with the same name behind `PQ`. They may be called only once `cpq_is_available` has said so,
/// and on one connection by one thread at a time.

/// Whether libpq could be loaded, with all that is called here; thread-safe.
int cpq_is_available(void);

typedef struct cpq_connection cpq_connection;
typedef struct cpq_result cpq_result;

cpq_connection *cpq_connect_start(const char *const *keywords, const char *const *values);
int cpq_connect_poll(cpq_connection *connection);
void cpq_finish(cpq_connection *connection);
int cpq_socket(const cpq_connection *connection);
int cpq_status(const cpq_connection *connection);
const char *cpq_error_message(const cpq_connection *connection);
int cpq_server_version(const cpq_connection *connection);
/// The process of the server that the other end of the connection says it is.
int cpq_backend_pid(const cpq_connection *connection);
const char *cpq_parameter_status(const cpq_connection *connection, const char *name);
/// Lets errors be told by their codes alone, takes no notices, and sets out for sending without waiting. Whether that was possible.
int cpq_begin_pipeline(cpq_connection *connection);
/// Sends a statement whose types follow from where its values stand; NULL is an empty one. Rows come as texts, or as the server
/// keeps them.
int cpq_send(cpq_connection *connection, const char *statement, int count, const char *const *values, int binary);
/// Gives a statement a name on this connection, with which `cpq_send_prepared` sends its values.
int cpq_send_prepare(cpq_connection *connection, const char *name, const char *statement);
int cpq_send_prepared(cpq_connection *connection, const char *name, int count, const char *const *values, int binary);
int cpq_pipeline_sync(cpq_connection *connection);
int cpq_flush(cpq_connection *connection);
int cpq_consume_input(cpq_connection *connection);
/// Whether the server has sent a notification since the last time.
int cpq_take_notices(cpq_connection *connection);
int cpq_is_busy(cpq_connection *connection);
cpq_result *cpq_get_result(cpq_connection *connection);

int cpq_result_status(const cpq_result *result);
/// The code of an error, five letters and digits; NULL where the server gave none.
const char *cpq_result_code(const cpq_result *result);
int cpq_row_count(const cpq_result *result);
int cpq_column_count(const cpq_result *result);
unsigned int cpq_column_type(const cpq_result *result, int column);
const char *cpq_column_name(const cpq_result *result, int column);
int cpq_is_null(const cpq_result *result, int row, int column);
const char *cpq_value(const cpq_result *result, int row, int column);
int cpq_length(const cpq_result *result, int row, int column);
/// How many rows a statement changed.
int cpq_changed(const cpq_result *result);
void cpq_clear(cpq_result *result);

/// The values of libpq's states.
enum {
    cpq_connection_ok = 0,
    cpq_polling_failed = 0,
    cpq_polling_reading = 1,
    cpq_polling_writing = 2,
    cpq_polling_ok = 3,
    cpq_command_ok = 1,
    cpq_tuples_ok = 2,
    cpq_fatal_error = 7,
    cpq_pipeline_synced = 10,
    cpq_pipeline_aborted = 11
};

#endif
