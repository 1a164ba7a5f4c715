import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MachineDescriptionSchema, RunEventSchema, RunSummarySchema } from '../../../shared/events.js';
import { ReportSchema } from '../../../shared/report.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';
import { git, ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { LineShape, MachinesShape, RunsShape, ShowShape } from './shapes.js';

let cli: InProcess;
let home: string;
let dir: string;
let repo: string;
let first: Ran;
let second: Ran;

const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
const runOf = (ran: Ran): string => String(ran.lines.at(-1)?.run);

beforeAll(async () => {
  cli = await inProcess();
  home = cli.freshHome();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  repo = ringProject(path.join(dir, 'fw'), TYPO);
  const task = writeTask(path.join(dir, 'task.yaml'), './fw');
  first = await cmd('run', task, '--approve', 'all', '--json');
  // one that waits: of the second only its place in the list counts
  second = await cmd('run', task, '--approve', 'none', '--json');
});
afterAll(() => cli.close());

describe('run --json', () => {
  it('prints nothing but JSON lines of the promised shapes', () => {
    expect(first.code).toBe(0);
    expect(first.lines.length).toBe(first.stdout.trim().split('\n').length);
    for (const line of first.lines) {
      expect(LineShape.safeParse(line).error, JSON.stringify(line)).toBeUndefined();
      expect(RunEventSchema.safeParse(line).error, JSON.stringify(line)).toBeUndefined();
    }
    const types = new Set(first.lines.map((line) => line.type));
    expect([...types].sort()).toEqual(['console', 'gate', 'progress', 'report', 'transition']);
  });

  it('numbers the transitions without a gap, each beginning where the last one ended', () => {
    const moves = first.lines.filter((line) => line.type === 'transition');
    expect(moves.map((t) => t.seq)).toEqual(moves.map((_, i) => i + 1));
    expect(moves.slice(1).map((t) => t.from)).toEqual(moves.slice(0, -1).map((t) => t.to));
    expect([moves[0]?.from, moves.at(-1)?.to]).toEqual(['IDLE', 'IDLE']);
    expect(first.lines.at(-1)?.decision_trace_length).toBe(moves.length);
  });

  it('makes only moves that the machine description lists', async () => {
    const described = MachinesShape.parse(JSON.parse((await cmd('machines', '--json')).stdout));
    const rows = described.machines.flatMap((m) => m.transitions);
    const strange = first.lines.filter(
      (line) =>
        line.type === 'transition' &&
        !rows.some((row) => row.from === line.from && row.to === line.to && row.event === line.event),
    );
    expect(strange).toEqual([]);
  });

  it('ends with the report, whose patch applies to the base commit and is what the branch holds', () => {
    const report = ReportSchema.parse(first.lines.at(-1));
    expect(report).toMatchObject({
      final_status: 'SUCCESS',
      verdict: 'PLAUSIBLE',
      files_changed: ['src/ring.c'],
    });
    const copy = path.join(dir, 'copy');
    git(dir, 'clone', '-q', repo, copy);
    writeFileSync(path.join(dir, 'result.patch'), report.patch ?? '');
    git(copy, 'apply', '--index', path.join(dir, 'result.patch'));
    const branch = `benchloop/${report.run}`;
    expect(git(copy, 'write-tree').trim()).toBe(git(repo, 'rev-parse', `${branch}^{tree}`).trim());
  });

  it('lists the files of the run, the patch among them, each with its hash', () => {
    const report = ReportSchema.parse(first.lines.at(-1));
    const kinds = report.artifacts.map((one) => one.kind);
    expect(kinds).toEqual(expect.arrayContaining(['elf', 'build-log', 'console', 'patch']));
    for (const { path: name, sha256 } of report.artifacts) {
      const bytes = readFileSync(path.join(home, 'runs', report.run, 'artifacts', name));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('prints plain lines and the same result without --json', async () => {
    const plain = await cmd('run', 'task.yaml', '--approve', 'all');
    expect(plain.code).toBe(0);
    expect(plain.stdout).toContain('SUCCESS  PLAUSIBLE');
    expect(plain.stdout).not.toContain('\u001b');
  });
});

describe('machines', () => {
  it('lists states and transitions with the wildcards expanded', async () => {
    const { code, stdout } = await cmd('machines', '--json');
    expect(code).toBe(0);
    const { machines } = MachinesShape.parse(JSON.parse(stdout));
    const loop = machines.find((m) => m.id === 'firmware-loop');
    expect(MachineDescriptionSchema.safeParse(loop).success).toBe(true);
    expect(loop?.states).toHaveLength(16);
    expect(loop?.transitions.filter((t) => t.from === '*')).toEqual([]);
    const names = loop?.states.map((s) => s.name) ?? [];
    expect(loop?.transitions.filter((t) => !names.includes(t.from) || !names.includes(t.to))).toEqual([]);
    expect(loop?.transitions).toContainEqual({ from: 'TEST_RUN', event: 'abort', to: 'ABORTED' });
  });

  it('prints diagrams', async () => {
    expect((await cmd('machines', '--mermaid')).stdout).toMatch(/^stateDiagram-v2\n/);
  });
});

describe('runs', () => {
  it('lists the oldest run first', async () => {
    const { code, stdout } = await cmd('runs', '--json');
    expect(code).toBe(0);
    const listed = RunsShape.parse(JSON.parse(stdout));
    expect(listed.runs.slice(0, 2).map((r) => r.run)).toEqual([runOf(first), runOf(second)]);
    for (const run of listed.runs) expect(RunSummarySchema.strict().safeParse(run).success).toBe(true);
    expect(listed.runs[0]).toMatchObject({ state: 'IDLE', final_status: 'SUCCESS', waiting_for: null });
  });

  it('is an empty list where no run ever was', async () => {
    const none = await cli.run(['runs', '--json'], { home: cli.freshHome() });
    expect([none.code, JSON.parse(none.stdout).runs]).toEqual([0, []]);
  });
});

describe('show', () => {
  it('gives the report and the same trace as was printed', async () => {
    const { code, stdout } = await cmd('show', runOf(first), '--json');
    expect(code).toBe(0);
    const shown = ShowShape.parse(JSON.parse(stdout));
    expect(shown.trace).toEqual(first.lines.filter((line) => line.type === 'transition'));
    expect(shown.report).toEqual(first.lines.at(-1));
  });

  it('exports one HTML file that loads nothing from elsewhere', async () => {
    const { code } = await cmd('show', runOf(first), '--html', 'report.html');
    expect(code).toBe(0);
    const html = readFileSync(path.join(dir, 'report.html'), 'utf8');
    expect(html).toContain('ring_counts');
    expect(html).not.toMatch(/(?:src|href)\s*=\s*["']?(?:https?:)?\/\//i);
  });

  it('exports JUnit with every case', async () => {
    const { code } = await cmd('show', runOf(first), '--junit', 'report.xml');
    expect(code).toBe(0);
    const xml = readFileSync(path.join(dir, 'report.xml'), 'utf8');
    expect(XMLValidator.validate(xml)).toBe(true);
    const cases = JSON.stringify(new XMLParser({ ignoreAttributes: false }).parse(xml));
    for (const name of ['ring_starts_empty', 'ring_keeps_order', 'ring_refuses_when_full', 'ring_counts'])
      expect(cases).toContain(name);
  });

  it('says where a run is that it does not know', async () => {
    const unknown = await cmd('show', 'nobody', '--json');
    expect([unknown.code, unknown.lines.at(-1)?.code]).toEqual([2, 'RUN_NOT_FOUND']);
  });
});

describe('replay', () => {
  const cassette = async (): Promise<string> => {
    const file = path.join(dir, 'run.cassette');
    expect((await cmd('show', runOf(first), '--cassette', file)).code).toBe(0);
    return file;
  };

  it('accepts a recorded run', async () => {
    const done = await cmd('replay', await cassette());
    expect([done.code, done.stdout]).toEqual([
      0,
      expect.stringMatching(/^\d+ transitions came out the same/),
    ]);
  });

  it.each([
    ['another target state', (t: Record<string, unknown>) => (t.to = 'FAILURE')],
    ['another reason', (t: Record<string, unknown>) => (t.reason = 'because')],
    ['another number', (t: Record<string, unknown>) => (t.seq = 99)],
    [
      'another event',
      (t: Record<string, unknown>) => (t.event = { type: 'abort', at: 1, reason: 'x', evidence: [] }),
    ],
  ])('names the transition that was recorded with %s', async (_, tamper) => {
    const recorded = JSON.parse(readFileSync(await cassette(), 'utf8'));
    tamper(recorded.transitions[5]);
    const file = path.join(dir, 'tampered.cassette');
    writeFileSync(file, JSON.stringify(recorded));
    const done = await cmd('replay', file);
    expect([done.code, done.stderr]).toEqual([1, expect.stringMatching(/transition (6|99) differs/)]);
  });

  it.each([
    ['a transition', 8, 1],
    ['its end', 8, 999],
    ['all of it', 0, 999],
  ])('is not content with a cassette that lacks %s', async (_, from, count) => {
    const recorded = JSON.parse(readFileSync(await cassette(), 'utf8'));
    recorded.transitions.splice(from, count);
    const file = path.join(dir, 'short.cassette');
    writeFileSync(file, JSON.stringify(recorded));
    const done = await cmd('replay', file);
    expect([done.code, done.stderr]).toEqual([1, expect.stringMatching(/transition \d+ /)]);
  });

  it('refuses what is no cassette with exit code 2', async () => {
    const none = await cmd('replay', 'task.yaml');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('task.yaml')]);
    const makeOne = expect.stringContaining('make one with `benchloop show RUN --cassette FILE`');
    const gone = await cmd('replay', 'nowhere');
    expect([gone.code, gone.stderr]).toEqual([2, makeOne]);
    expect(gone.stderr).toMatch(/nowhere: there is no such cassette/);
    expect((await cmd('replay', '.')).stderr).toMatch(/this is a folder, not a cassette/);
  });
});

describe('a cassette with more than the structure', () => {
  const RECORD = {
    ...{ version: 1, judgement: 'analysis', role: 'ANALYST', provider: 'openai', model: 'm', at: 'now' },
    ...{
      messages: [{ role: 'user', content: 'why? sk-abcdefghijklmnop0123' }],
      format: null,
      tools: [],
      files: [],
    },
    ...{ hash: 'h', reply: { text: 'so', calls: [], usage: null }, problem: null, ms: 1 },
  };
  const shown = async (...more: string[]) => {
    const file = path.join(dir, 'more.cassette');
    const ran = await cmd('show', runOf(first), '--cassette', file, ...more);
    return {
      ran,
      file,
      lines: () =>
        readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
    };
  };

  it('says by kind and size what it holds and leaves out, and holds the structure alone unless asked', async () => {
    const { ran, lines } = await shown();
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(/structure: \d+ \(\d+ bytes\)\n/);
    expect(ran.stderr).toMatch(/source: \d+ \(\d+ bytes\), left out; --include source adds it/);
    expect(ran.stderr).toContain('prompts: the run has none');
    expect(ran.stderr).toContain('Searched for: private key, service key, token,');
    expect(ran.stderr).not.toMatch(/removed/);
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toMatchObject({ benchloop: 'cassette', format: 2 });
  });

  it('takes sources, consoles, prompts and replies along, says what it found in them, and is replayed', async () => {
    const prompts = path.join(home, 'runs', runOf(first), 'prompts');
    mkdirSync(prompts, { recursive: true });
    writeFileSync(path.join(prompts, 'main.2.1.json'), JSON.stringify(RECORD));
    const { ran, file, lines } = await shown('--include', 'source,console,prompts,replies');
    rmSync(prompts, { recursive: true });
    expect(ran.stderr).toContain('Found in prompts: service key, 1 times. It is still there.');
    const [head, ...rest] = lines();
    expect(head.holds.map((one: { kind: string; included: boolean }) => [one.kind, one.included])).toEqual(
      ['structure', 'source', 'console', 'prompts', 'replies'].map((kind) => [kind, true]),
    );
    const files = rest.slice(0, -1).map((line) => [line.file.kind, line.file.path]);
    expect(files).toContainEqual(['source', 'src/ring.c']);
    expect(files).toContainEqual(['console', expect.stringMatching(/^artifacts\/\w+\.log$/)]);
    expect(files).toContainEqual(['prompts', 'prompts/main.2.1.json']);
    const reply = rest.find((line) => line.file?.kind === 'replies');
    expect(JSON.parse(reply.file.text)).toEqual({
      ...{ version: 1, judgement: 'analysis', role: 'ANALYST', provider: 'openai', model: 'm', hash: 'h' },
      ...{ instructions: expect.stringMatching(/^[0-9a-f]{64}$/), reply: RECORD.reply, problem: null },
    });
    expect(rest.at(-1).end).toEqual({ files: files.length, lines: rest.length });
    expect((await cmd('replay', file)).stdout).toContain('transitions came out the same');
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, -2).join('\n'));
    expect((await cmd('replay', file)).stderr).toContain('not whole');
  });

  it('refuses kinds that there are not, and kinds without a file', async () => {
    expect((await shown('--include', 'secrets')).ran).toMatchObject({ code: 2 });
    expect(await cmd('show', runOf(first), '--include', 'source')).toMatchObject({ code: 2 });
  });
});

describe('the other commands', () => {
  it('lists the shipped profiles', async () => {
    const { code, stdout } = await cmd('profiles', '--json');
    const ids = JSON.parse(stdout).profiles.map((p: { id: string }) => p.id);
    expect([code, ids]).toEqual([
      0,
      expect.arrayContaining(['host', 'qemu-lm3s6965evb', 'qemu-mps2-an385', 'qemu-netduinoplus2']),
    ]);
  });

  it('examines this computer', async () => {
    const { code, stdout } = await cmd('doctor', '--json');
    const { checks } = JSON.parse(stdout);
    expect(code).toBe(checks.every((c: { ok: boolean }) => c.ok) ? 0 : 1);
    expect(checks.map((c: { name: string }) => c.name)).toEqual(
      expect.arrayContaining(['git', 'make', 'profile qemu-lm3s6965evb', 'data folder', 'confinement']),
    );
  });

  it('resumes a finished run by printing its report and its exit code', async () => {
    const again = await cmd('resume', runOf(first), '--json');
    expect([again.code, again.lines]).toEqual([0, [first.lines.at(-1)]]);
  });

  it('explains itself, and refuses what it does not know', async () => {
    expect((await cmd('--help')).stdout).toContain('benchloop run TASK.yaml');
    for (const args of [['frobnicate'], ['run'], ['run', 'a', 'b'], ['run', '--frob', 'a'], ['runs', 'x']]) {
      const refused = await cmd(...args);
      expect([refused.code, refused.stdout], args.join(' ')).toEqual([2, '']);
      expect(refused.stderr).toMatch(/^benchloop: .+/);
    }
  });
});
