import { spawn } from 'node:child_process';

/**
 * Start a virtual X display that this process owns.
 *
 * @returns {Promise<{ ok: true, display: string, stop: () => Promise<void> } | { ok: false, problem: string }>} `display` is
 *   what DISPLAY is set to; `stop` ends the server and waits for its end
 */
export function startDisplay() {
  return new Promise((resolve) => {
    // The server picks a free number itself and writes it to descriptor 3 once clients can connect (Xserver(1), -displayfd).
    const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
    const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    const kill = () => server.kill();
    const ended = new Promise((end) => server.on('close', end));
    const stop = async () => {
      process.off('exit', kill);
      kill();
      await ended;
    };
    let stderr = '';
    server.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    server.stdio[3]?.once('data', (number) =>
      resolve({ ok: true, display: `:${String(number).trim()}`, stop }),
    );
    server.once('error', (error) => resolve({ ok: false, problem: `Xvfb: ${error.message}` }));
    server.once('close', () =>
      resolve({ ok: false, problem: `Xvfb ended before it was ready: ${stderr.trim()}` }),
    );
    process.on('exit', kill);
  });
}

/** Whether windows can be shown to somebody. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
