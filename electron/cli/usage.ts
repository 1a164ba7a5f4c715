export const USAGE = `Benchloop drives firmware from failing to passing on real targets, and says why when it stops.

  benchloop run TASK.yaml [--provider rules|openai] [--approve POLICY] [--json] [--pace MS|step]
  benchloop resume [RUN] [--yes] [--approve POLICY] [--json]
  benchloop approve RUN GATE yes|no
  benchloop abort RUN
  benchloop runs [--json]
  benchloop show RUN [--json] [--html FILE] [--junit FILE] [--cassette FILE]
  benchloop replay CASSETTE
  benchloop machines [--json|--mermaid]
  benchloop profiles [--json]
  benchloop doctor [--json]
  benchloop demo [--task NAME] [--list] [--pace MS|step] [--reset] [--json]

POLICY: ask (default with a terminal), none (default without one), all, or scopes: build,patch,publish
Exit codes: 0 SUCCESS, 1 FAILURE, 2 bad usage or task, 3 ABORTED, 4 waits for an answer
Data: $BENCHLOOP_HOME, else the system's application-data folder`;
