import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Run a program from an argument vector, never through a shell.
 *
 * @param {string} file program, looked up on PATH
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, echo?: boolean, timeoutMs?: number, signal?: AbortSignal }} [options]
 *   `show` passes the output on to this terminal instead of collecting it, `echo` passes it on and collects what goes to stdout; the child
 *   is killed after `timeoutMs` milliseconds, and by `signal`
 * @returns {Promise<{ code: number, stdout: string, stderr: string, timedOut: boolean }>} code 127 where the program does not exist,
 *   128 where a signal ended it
 */
export function runProgram(file, args, options = {}) {
  const { cwd, env, show = false, echo = false, timeoutMs, signal } = options;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: env ?? process.env,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show || echo ? 'inherit' : 'pipe'],
      timeout: timeoutMs,
      windowsHide: true,
    });
    signal?.addEventListener('abort', () => child.kill(), { once: true });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => {
      if (echo) process.stdout.write(chunk);
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', (error) => resolve({ code: 127, stdout, stderr: error.message, timedOut: false }));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 128, stdout, stderr, timedOut: signal !== null && timeoutMs !== undefined }),
    );
  });
}

/**
 * Run npm itself. `npm run` tells where npm's program is, which matters on Windows: there `npm` is a batch file, and those
 * start only through a shell.
 *
 * @param {readonly string[]} args
 * @param {Parameters<typeof runProgram>[2]} [options]
 */
export function runNpm(args, options) {
  const npmProgram = process.env.npm_execpath;
  return npmProgram?.endsWith('.js')
    ? runProgram(process.execPath, [npmProgram, ...args], options)
    : runProgram('npm', args, options);
}

/**
 * Hand this process over to another program: its terminal, its signals, its exit code. Ctrl-C reaches the whole
 * foreground group from the terminal, so the child decides what it means.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, hide?: (line: string) => boolean, tell?: (line: string) => void, started?: (pid: number) => void }} [options]
 *   `started` gets its process id; `hide`: lines of its stderr that do not reach the terminal; `tell` gets the others in the terminal's place
 * @returns {Promise<number>} exit code; 128 where a signal ended the program
 */
export function handOver(
  file,
  args,
  { hide, tell = (line) => console.error(line), started, ...options } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...options,
      stdio: ['inherit', 'inherit', hide ? 'pipe' : 'inherit'],
      windowsHide: false,
    });
    if (child.pid !== undefined) started?.(child.pid);
    const lines = child.stderr && createInterface({ input: child.stderr });
    lines?.on('line', (line) => hide?.(line) || tell(line));
    const told = lines && once(lines, 'close');
    const ignore = () => {};
    const pass = () => child.kill('SIGTERM');
    process.on('SIGINT', ignore);
    process.on('SIGTERM', pass);
    const end = (/** @type {number} */ code) => {
      process.off('SIGINT', ignore);
      process.off('SIGTERM', pass);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${file}: ${error.message}`);
      end(127);
    });
    child.on('close', async (code) => {
      await told;
      end(code ?? 128);
    });
  });
}
