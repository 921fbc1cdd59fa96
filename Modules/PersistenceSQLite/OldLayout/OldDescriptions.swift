/// The descriptions of the kinds that old files become, as version 0.3.0 first wrote them. They never change: newer versions
/// of a kind are made from these by its upgrades.
enum OldDescriptions {
    static let goal = #"""
        {"columns":[{"name":"id","type":"id"},{"name":"name","type":"text"},\#
        {"name":"emoji","optional":true,"type":"text"},{"name":"description","optional":true,"type":"text"},\#
        {"name":"link","optional":true,"type":"text"},\#
        {"currency":"currency","name":"target","type":"amount"},{"name":"start","type":"day"},\#
        {"name":"deadline","type":"day"},{"name":"reminder","optional":true,"type":"choice"},\#
        {"name":"lifecycle","type":"choice"},{"elements":[{"name":"day","type":"day"},\#
        {"currency":"savedCurrency","name":"saved","type":"amount"},{"name":"isComplete","type":"boolean"},\#
        {"elements":[{"name":"asset","type":"text"},\#
        {"currency":"amountCurrency","name":"amount","type":"amount"},\#
        {"name":"rate","optional":true,"type":"text"}],"name":"funding","type":"list"}],\#
        "name":"snapshot","optional":true,"type":"list"}],"journalled":true,"key":1,"kind":"goal",\#
        "order":["name","id"],"since":"0.3.0","table":"goals","title":"name","totals":[],"undo":"free",\#
        "version":1}
        """#
    static let asset = #"""
        {"columns":[{"name":"id","type":"id"},{"name":"name","type":"text"},\#
        {"name":"currency","type":"currency"},{"name":"chain","optional":true,"type":"text"},\#
        {"name":"address","optional":true,"type":"text"},{"name":"source","optional":true,"type":"text"},\#
        {"name":"reference","optional":true,"type":"text"}],"journalled":true,"key":1,"kind":"asset",\#
        "order":["name","id"],"since":"0.3.0","table":"assets","title":"name","totals":[],"undo":"free",\#
        "version":1}
        """#
    static let allocation = #"""
        {"columns":[{"name":"assetID","reference":"asset","type":"id"},\#
        {"name":"goalID","reference":"goal","type":"id"},{"name":"share","optional":true,"type":"integer"},\#
        {"currency":"currency","name":"amount","optional":true,"type":"amount"}],"journalled":true,\#
        "key":2,"kind":"allocation","order":["assetID","goalID"],"since":"0.3.0","table":"allocations",\#
        "totals":[],"undo":"free","version":1}
        """#
    static let transaction = #"""
        {"columns":[{"name":"id","type":"id"},{"name":"assetID","reference":"asset","type":"id"},\#
        {"name":"day","type":"day"},{"currency":"currency","name":"amount","type":"amount"},\#
        {"name":"kind","type":"choice"},{"name":"entered","type":"instant"},\#
        {"name":"goalID","optional":true,"type":"id"},{"name":"note","optional":true,"type":"text"},\#
        {"name":"hash","optional":true,"type":"text"}],"journalled":true,"key":1,"kind":"transaction",\#
        "order":["day","entered","id"],"since":"0.3.0","table":"transactions","totals":[\#
        {"amount":"amount","by":"assetID","split":"kind","upTo":"day"}],"undo":"free","version":1}
        """#
    static let plan = #"""
        {"columns":[{"name":"goalID","reference":"goal","type":"id"},{"name":"month","type":"month"},\#
        {"name":"scope","type":"choice"},{"name":"state","type":"choice"},\#
        {"currency":"customCurrency","name":"custom","optional":true,"type":"amount"},\#
        {"currency":"adjustedCurrency","name":"adjusted","optional":true,"type":"amount"}],\#
        "journalled":true,"key":3,"kind":"plan","order":["goalID","month","scope"],"since":"0.3.0",\#
        "table":"plans","totals":[],"undo":"free","version":1}
        """#
    static let month = #"""
        {"columns":[{"name":"month","type":"month"},{"name":"startedAt","type":"instant"},\#
        {"name":"startDay","type":"day"},{"name":"convention","type":"text"},\#
        {"name":"displayCurrency","type":"currency"},{"elements":[{"name":"goalID","type":"id"},\#
        {"name":"name","type":"text"},{"name":"emoji","optional":true,"type":"text"},\#
        {"name":"date","type":"day"},{"currency":"requiredCurrency","name":"required","type":"amount"},\#
        {"name":"requiredBound","optional":true,"type":"choice"},{"name":"state","type":"choice"},\#
        {"currency":"customCurrency","name":"custom","optional":true,"type":"amount"},\#
        {"currency":"adjustedCurrency","name":"adjusted","optional":true,"type":"amount"},{"elements":[\#
        {"name":"assetID","type":"id"},{"name":"asset","type":"text"},\#
        {"currency":"amountCurrency","name":"amount","type":"amount"},\#
        {"name":"isComplete","type":"boolean"}],"name":"funding","type":"list"},{"elements":[\#
        {"name":"instant","type":"instant"},{"name":"state","type":"choice"},\#
        {"currency":"wasCurrency","name":"was","type":"amount"},\#
        {"currency":"becomesCurrency","name":"becomes","type":"amount"}],"name":"amendments",\#
        "type":"list"},{"elements":[{"currency":"contributedCurrency","name":"contributed","type":"amount"},\#
        {"name":"contributedBound","optional":true,"type":"choice"},\#
        {"currency":"releasedCurrency","name":"released","optional":true,"type":"amount"},{"elements":[\#
        {"name":"assetID","type":"id"},{"name":"asset","type":"text"},\#
        {"currency":"amountCurrency","name":"amount","type":"amount"},\#
        {"name":"isComplete","type":"boolean"}],"name":"funding","type":"list"}],"name":"result",\#
        "optional":true,"type":"list"}],"name":"payments","type":"list"},{"elements":[\#
        {"name":"from","type":"currency"},{"name":"to","type":"currency"},{"name":"rate","type":"ratio"},\#
        {"elements":[{"name":"value","type":"currency"}],"name":"path","type":"list"},{"elements":[\#
        {"name":"value","type":"text"}],"name":"sources","type":"list"},{"name":"time","type":"instant"},\#
        {"name":"state","type":"text"}],"name":"rates","type":"list"},\#
        {"name":"closedAt","optional":true,"type":"instant"},\#
        {"name":"closeDay","optional":true,"type":"day"}],"journalled":true,"key":1,"kind":"month",\#
        "order":["month"],"since":"0.3.0","table":"months","totals":[],"undo":"guarded","version":1}
        """#
    static let household = #"""
        {"columns":[{"name":"name","type":"text"},\#
        {"name":"displayCurrency","type":"currency"}],"journalled":true,"key":1,"kind":"household",\#
        "order":["name"],"since":"0.3.0","table":"households","totals":[],"undo":"free","version":1}
        """#
}
