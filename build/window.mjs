import { pathToFileURL } from 'node:url';
import { handOver } from './child.mjs';
import { isChromiumNoise } from './chromium-noise.mjs';
import { hasDisplay } from './display.mjs';
import { electronArguments, preparedElectron, withoutSandbox } from './electron-launch.mjs';
import { projectDir } from './project.mjs';
import { setUp } from './setup.mjs';

/**
 * Open the window and wait for its end.
 *
 * @param {readonly string[]} args the application's own
 * @returns {Promise<number>} exit code
 */
export async function openWindow(args) {
  const runtime = await preparedElectron();
  if (runtime === undefined) {
    console.error('There is no Electron yet: run "npm run setup" first.');
    return 2;
  }
  console.log(`Electron ${runtime.version} (${runtime.kind})`);
  if (withoutSandbox)
    console.log(
      'Chromium has no sandbox for root on Linux: started with --no-sandbox. Better run as a normal user.',
    );
  return handOver(runtime.path, electronArguments(args), { cwd: projectDir, hide: isChromiumNoise });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!hasDisplay()) {
    console.error(
      'There is no display (DISPLAY and WAYLAND_DISPLAY are unset): use "npm run -s benchloop -- --help".',
    );
    process.exitCode = 2;
  } else {
    process.exitCode = (await setUp()) ? await openWindow(process.argv.slice(2)) : 1;
  }
}
