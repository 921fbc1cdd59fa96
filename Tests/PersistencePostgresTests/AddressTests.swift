import PersistencePostgres
import Testing

struct AddressTests {
    @Test func `an address names hosts, a role and a database`() throws {
        let address = try PostgresAddress(
            "postgresql://ana@db1.example,db2.example:6432,[::1]:7000/savings?sslmode=require")
        #expect(address.hosts.map(\.name) == ["db1.example", "db2.example", "::1"])
        #expect(address.hosts.map(\.port) == [5432, 6432, 7000])
        #expect(address.user == "ana" && address.database == "savings" && address.isWeak)
        #expect(address.shown == "db1.example:5432,db2.example:6432,::1:7000/savings")
        #expect(try PostgresAddress("postgres://a@%2Frun%2Fpostgresql/x").hosts.map(\.name) == ["/run/postgresql"])
        #expect(try PostgresAddress("postgres://a@127.0.0.1/x").isWeak == false)
        #expect(try PostgresAddress("postgres://a@db.example/x").isWeak == false)
    }

    @Test(
        arguments: [
            "postgresql://ana:hun%zzter2@db.example/x", "postgresql://ana:hunter2@db.example/x",
            "postgresql://ana@db.example/x?password=hunter2", "postgresql://ana@db.example/x?Password=hunter2",
            "postgresql://ana@db.example/x?passfile=/tmp/hunter2", "postgresql://ana:hunter2@x@db.example/x",
        ])
    func `a password in it is refused, and not repeated`(_ text: String) {
        #expect(throws: PostgresAddress.Invalid.password) { try PostgresAddress(text) }
    }

    @Test(
        arguments: [
            "", "x", "mysql://a@b/c", "postgresql://b/c", "postgresql://a@/c", "postgresql://a@b", "postgresql://a@b/",
            "postgresql://a@b:0/c", "postgresql://a@b:99999/c", "postgresql://a@b:x/c", "postgresql://a@b,,c/d",
            "postgresql://a@b/c?options=-c%20x", "postgresql://a@b/c?sslmode=never", "postgresql://a@b/c?sslmode",
            "postgresql://%zz@b/c", "postgresql://a@b%00/c", "postgresql://a@b/c/d", "host=hunter2",
            "password=my secret hunter2",
        ])
    func `what is no address is refused, and not repeated`(_ text: String) {
        let error = #expect(throws: PostgresAddress.Invalid.self) { try PostgresAddress(text) }
        #expect(error.map { !"\($0)".contains("hunter2") && !"\($0)".contains("mysql") } ?? false)
    }
}
