"""Runs the sections of the test run, as many at once as there are processors; Tools/test is how it is called.

A section is one command with a lane and the sections that come before it. Its output goes to .build/test-run/NAME.log; of a section that
fails it is shown. At the end every section and the slowest suites are listed with their seconds, and each lane with its budget. A lane
that takes more than one and a half times its budget fails, so that nobody gets used to waiting. Processor time that went to other
programs does not count, and a slower processor counts as such."""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOGS = ROOT / ".build/test-run"

# Seconds on two processors from a fresh clone, builds included. A lane alone has all processors, so it ends sooner than its sections
# beside those of others.
BUDGETS = {"fast": 1000, "numbers": 1000, "world": 2400, "all": 2400}

# Seconds of `Machine.sample` on the processor that the budgets were measured on, while it was busy with them. Inferred, not measured:
# where the debug build of then takes 2.1 to 2.5 times as long, the sample takes 1.05 s.
SAMPLE = 0.5

# Suites whose cost is arithmetic: laws on thousands of random cases against slow models, simulations.
NUMBERS = {
    "FlexAdjustmentTests": ["FlexSolverTests"],
    "ForecastTests": ["SimulationTests"],
    "LivestockTests": ["HerdLawTests", "StationTests"],
    "PlanningTests": ["DayPlanTests", "DeadlineScheduleTests", "DipTests", "GoalPlanTests", "HouseholdYearTests", "MonthPropertyTests"],
}
# Their targets, what they calculate with and the slow models are optimised in the one build for tests: unoptimised they take twenty times as
# long; so do addresses with their checksums, and the reading of all sources. Optimising a target takes two to four times as long as
# compiling it without, so no more than these are.
OPTIMIZED = [
    *NUMBERS, "Allocation", "ArchitectureTests", "Blockchain", "ExchangeRates", "FlexAdjustment", "FlexLaws", "Forecast", "HouseholdLaws", "Livestock", "Models", "Persistence",
    "Planning", "RealHousehold", "TestSupport", "Values",
]
# Tests that talk over sockets or measure time: a few at once, so that none waits for the others longer than it allows.
TALKING = ["ChainProvidersTests", "HTTPNetworkingTests", "NotificationChannelsTests", "PluginKitTests", "PriceProvidersTests", "RateProvidersTests"]
PROGRAMS = ["ProgramTests"]
STORES = ["PersistencePostgresTests", "PersistenceSQLiteTests", "PersistenceTests"]
QUICK = sorted(
    folder.name for folder in (ROOT / "Tests").iterdir()
    if folder.name.endswith("Tests") and folder.name not in TALKING + PROGRAMS + STORES)

# One set of options for every build, or everything would be compiled again. C is optimised in debug builds too: each log-in makes a
# hash that is meant to be slow, and would take nine times as long. Nobody looks for faults in these builds with a debugger, and information
# for it takes a quarter of the time; the index is needed for finding tests, but not that of the system's modules.
BUILD = "-Xswiftc -warnings-as-errors -Xcc -O2 -debug-info-format none -Xswiftc -index-ignore-system-modules"
os.environ["CST_BUILD_OPTIONS"] = BUILD
# The package manager writes the names of traits in the order of a set; in another order everything is compiled again.
os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
os.environ["CST_OPTIMIZED"] = " ".join(OPTIMIZED)
BUNDLE = "CryptoSavingsTrackerPackageTests"


@dataclasses.dataclass
class Section:
    name: str
    lane: str
    command: str
    after: tuple = ()
    environment: dict = dataclasses.field(default_factory=dict)
    seconds: float = 0
    processor: float = 0
    state: str = "waiting"

    @property
    def log(self):
        return LOGS / f"{self.name.replace(' ', '-')}.log"

    def run(self):
        start = time.monotonic()
        with open(self.log, "wb") as output:
            started = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", self.command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env={**os.environ, **self.environment})
            _, status, usage = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - start
        self.processor = usage.ru_utime + usage.ru_stime
        self.state = "failed" if status else "done"


def swift_tests(name, lane, after, words, targets=(), only=(), but=(), width=1):
    """Runs tests that are built: one after the other, so that the seconds of a suite are its own, or a few at once where they wait."""
    chosen = [f"--filter '^({'|'.join(targets)})\\.'"] if targets else [f"--filter '{suite}'" for suite in only]
    chosen += [f"--skip '{suite}'" for suite in but]
    if words:
        chosen = [f"--filter '{word}'" for word in words]
    parallel = "--no-parallel" if width == 1 else f"--experimental-maximum-parallelization-width {width}"
    return Section(
        name, lane, f".build/debug/{BUNDLE}.xctest --testing-library swift-testing {parallel} {' '.join(chosen)}", after)


def sections(lanes, words, is_long):
    """The sections of some lanes, in the order in which they begin."""
    targets = {"fast": QUICK + STORES + TALKING, "numbers": NUMBERS, "world": PROGRAMS}
    suites = [f"^{target}\\.{suite}/" for target, names in NUMBERS.items() for suite in names]
    built = ("packages", "build")
    product = "--build-tests" if "world" in lanes else f"--product {BUNDLE}"
    found = [
        Section("packages", lanes[0], "Tools/test-packages"),
        Section(
            "build", lanes[0], f"swift build {product} {BUILD} --explicit-target-dependency-import-check error",
            environment={"CST_TESTS": " ".join(sorted({name for lane in lanes for name in targets[lane]}))}),
    ]
    if "fast" in lanes and not words:
        found.append(Section(
            "format", "fast", "swift format lint --strict --recursive --parallel Package.swift Modules Apps Tests Tools/*/"))
    web = ["^ProgramTests\\.Web"]
    if "world" in lanes and words:
        found.append(swift_tests("programs", "world", built, words))
    elif "world" in lanes:
        # The longest first, so that none is left alone at the end.
        kills, seconds, ends = (1000, 120, 50) if is_long else (25, 45, 2)
        dashboard = swift_tests("dashboard", "world", built, words, only=web)
        dashboard.environment = {"CST_EDITORS": "1000", "CST_CHAINS": "250", "CST_EXAMPLES": "400"} if is_long else {}
        commands = swift_tests("commands", "world", built, words, targets=PROGRAMS, but=web)
        commands.environment = {"CST_IMPORT_KILLS": "200", "CST_SERVER_KILLS": "1000"} if is_long else {}
        found += [
            Section("browser", "world", "Tests/Web/run" + (" --all" if is_long else ""), built),
            dashboard,
            commands,
            Section("foreign packages", "world", "Tools/consumers", built),
        ]
    if "numbers" in lanes:
        laws = swift_tests("laws", "numbers", built, words, only=suites)
        laws.environment = {"CST_YEARS": "2000", "CST_HOUSEHOLDS": "2000", "CST_HERDS": "35000"} if is_long else {}
        found.append(laws)
    if "fast" in lanes:
        stores = swift_tests("stores", "fast", built, words, targets=STORES)
        cases = swift_tests("values and use cases", "fast", built, words, targets=QUICK, but=suites)
        stores.environment = cases.environment = {
            "CST_HOUSEHOLDS": "200", "CST_BOOK": "10000", "CST_PORTFOLIO_DELETIONS": "10000", "CST_PORTFOLIO_UNDOS": "500",
            "CST_WRITES": "300", "CST_FAILOVERS": "20", "CST_MOVED": "100000", "CST_POOLED": "1",
        } if is_long else {}
        # Words choose tests of all targets.
        found += [cases] if words else [stores, cases]
        if not words:
            found.append(swift_tests("connections", "fast", built, words, targets=TALKING, width=6))
    if "world" in lanes and not words:
        found += [
            Section("many writers at once", "world", f"Tools/together {seconds} {ends}", built),
            Section("killed programs", "world", f"Tools/kill {kills}", built),
            Section("units of systemd", "world", "Tools/service", built),
            Section("registry", "world", "Tools/registry --check", built),
            Section("man pages", "world", f"Tools/manual \"$CST_PROGRAMS\" {LOGS / 'man'} --check", built),
        ]
    names = {section.name for section in found}
    for section in found:
        section.after = tuple(name for name in section.after if name in names)
        section.environment.setdefault("CST_PROGRAMS", str(ROOT / ".build/debug"))
    return found


class Machine:
    """The processors during the run: how fast they are, and how much of their time went to others."""

    def __init__(self):
        self.ended = threading.Event()
        self.samples = []
        self.before = self.times()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while True:
            self.samples.append(self.sample())
            if self.ended.wait(60):
                return

    @staticmethod
    def sample():
        """The processor seconds of always the same work, which needs memory as compilers do: what others on the same machine take of its
        caches slows both."""
        began, number, numbers = time.thread_time(), 1, []
        for _ in range(400_000):
            number = (number * 1103515245 + 12345) & 0x7FFFFFFF
            numbers.append(number)
        places = {number: place for place, number in enumerate(numbers)}
        numbers.sort()
        sum(places[number] for number in numbers)
        return time.thread_time() - began

    @staticmethod
    def times():
        """Seconds of all processors together: all, and those not idle (with those that a host took away); none where the system does not tell."""
        try:
            ticks = [int(word) for word in open("/proc/stat").readline().split()[1:9]]
        except OSError:
            return 0, 0
        second = os.sysconf("SC_CLK_TCK")
        return sum(ticks) / second, (sum(ticks) - ticks[3] - ticks[4]) / second

    def end(self):
        """The factor of slowness (1: as fast as the budgets suppose) and the share of processor time that went to others."""
        self.ended.set()
        self.thread.join()
        (whole, busy), (whole_before, busy_before) = self.times(), self.before
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        others = busy - busy_before - sum(usage.ru_utime + usage.ru_stime for usage in used)
        share = max(0, others / (whole - whole_before)) if whole > whole_before else 0
        return max(1, statistics.median(self.samples) / SAMPLE), share


def run(found, places):
    """Runs the sections, as many at once as there are places, each after those that it names."""
    states = {section.name: section for section in found}
    waiting, running = list(found), {}
    with concurrent.futures.ThreadPoolExecutor(places) as pool:
        while waiting or running:
            for section in list(waiting):
                before = {states[name].state for name in section.after}
                if before & {"failed", "left out"}:
                    section.state = "left out"
                    waiting.remove(section)
                elif before <= {"done"} and len(running) < places:
                    section.state = "running"
                    running[pool.submit(section.run)] = section
                    waiting.remove(section)
            ended, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in ended:
                section = running.pop(future)
                print(f"{section.state:7} {section.seconds:5.0f} s  {section.name}", flush=True)


def slowest(found):
    """The suites that took longest, with their seconds."""
    suites = []
    for section in found:
        if section.log.exists():
            for name, seconds in re.findall(r'Suite "?(.+?)"? (?:passed|failed) after ([\d.]+) s', section.log.read_text("utf-8", "replace")):
                suites.append((float(seconds), name))
    return sorted(suites, reverse=True)[:20]


def closing_lines(section):
    """The lines with which the runners say how many tests passed."""
    text = section.log.read_text("utf-8", "replace")
    return re.findall(r"^.*Test run with .*$|^\d+ passed, \d+ failed$", text, re.M)


def failures(section):
    """The lines of a log that say what failed, or its last ones."""
    lines = section.log.read_text("utf-8", "replace").splitlines()
    wanted = re.compile(r"recorded an issue|Fatal error|unexpected signal|error:|^== what failed")
    found = [number for number, line in enumerate(lines) if wanted.search(line)]
    shown = sorted({number + more for number in found[:40] for more in range(4) if number + more < len(lines)})
    return [lines[number] for number in shown] + ["…"] + lines[-30:]


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    lanes = [lane for lane in ("fast", "numbers", "world") if lane in words] or ["fast", "numbers", "world"]
    words = [word for word in words if word not in BUDGETS]
    if set(options) - {"--long"}:
        sys.exit("usage: Tools/test [fast|numbers|world]… [--long] [WORD…]")
    is_long = "--long" in options
    LOGS.mkdir(parents=True, exist_ok=True)
    for file in LOGS.glob("*.log"):
        file.unlink()
    found = sections(lanes, words, is_long)
    machine = Machine()
    began = time.monotonic()
    run(found, (os.cpu_count() or 1) + 1)
    total = time.monotonic() - began
    slowness, others = machine.end()
    counted = total * (1 - others) / slowness
    for section in found:
        if section.log.exists():
            for line in closing_lines(section):
                print(f"{section.name}: {line}")
    print("\nThe slowest suites:")
    for seconds, name in slowest(found):
        print(f"{seconds:7.1f} s  {name}")
    print("\nSections, with seconds and processor seconds:")
    for section in found:
        print(f"{section.seconds:7.0f} s {section.processor:7.0f} s  {section.lane:8} {section.name}{'' if section.state == 'done' else ': ' + section.state}")
    budget = BUDGETS["all" if len(lanes) > 1 else lanes[0]]
    print(f"\n{counted:.0f} s of {budget} s for {', '.join(lanes)}: {total:.0f} s, of which {others:.0%} went to other programs; "
          f"each step took {slowness:.2f} times as long as the budget supposes")
    bad = [section for section in found if section.state != "done"]
    for section in bad:
        print(f"\n== {section.name}: {section.state}")
        if section.log.exists():
            print("\n".join(failures(section)))
    if counted > 1.5 * budget and not is_long:
        sys.exit("That is more than one and a half times the budget.")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
