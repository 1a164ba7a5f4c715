import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { prepareDemo } from '../../../electron/core/demo.js';
import { PromptRecordSchema } from '../../../shared/prompt-record.js';
import { ReportSchema } from '../../../shared/report.js';

/** What one run of one case came to. */
export interface Measured {
  provider: string;
  /** `offered`: the patch passes, and the run does not claim that it is right. */
  repaired: 'yes' | 'offered' | 'no';
  requests: number;
  tokens: number;
  seconds: number;
  /** Answers by a person; everything was approved beforehand. */
  decisions: number;
  /** `STATUS VERDICT`. */
  end: string;
}

/** Runs a demo with everything approved. @throws Error where it ends without a report */
export async function measureRun(o: {
  project: string;
  demoDir: string;
  root: string;
  name: string;
  provider: 'rules' | 'openai';
  env: Readonly<Record<string, string>>;
}): Promise<Measured> {
  const into = path.join(o.root, `${o.name}-${o.provider}`);
  const prepared = await prepareDemo({ demoDir: o.demoDir, into: path.join(into, 'demo'), task: o.name });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
  const home = path.join(into, 'home');
  mkdirSync(home, { recursive: true });
  const program = path.join(o.project, 'dist', 'cli.js');
  const args = ['run', prepared.value.taskFile, '--json', '--approve', 'all', '--provider', o.provider];
  const env = { ...o.env, BENCHLOOP_HOME: home };
  const ran = await execa(process.execPath, [program, ...args], { env, reject: false });
  const report = ReportSchema.parse(JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? ''));
  const records = recordsOf(path.join(home, 'runs', report.run, 'prompts'));
  const kept = report.patch !== null && report.patch !== '';
  return {
    provider: o.provider,
    repaired: report.final_status === 'SUCCESS' ? 'yes' : kept ? 'offered' : 'no',
    requests: records.length,
    tokens: records.reduce((total, { reply }) => total + tokensOf(reply?.usage ?? null), 0),
    seconds: ran.durationMs / 1000,
    decisions: report.decisions.count,
    end: `${report.final_status} ${report.verdict ?? ''}`,
  };
}

const tokensOf = (usage: { prompt: number; completion: number } | null): number =>
  usage === null ? 0 : usage.prompt + usage.completion;

const recordsOf = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder).map((name) =>
        PromptRecordSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))),
      )
    : [];
