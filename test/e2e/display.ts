import { afterAll } from 'vitest';
import { startDisplay } from '../../build/display.mjs';

// Each file has a display of its own: windows of files that run side by side take no focus, clipboard or room from one another.
if (process.platform === 'linux') {
  const server = await startDisplay();
  if (!server.ok) throw new Error(`The virtual display did not start: ${server.problem}`);
  process.env.DISPLAY = server.display;
  afterAll(server.stop);
}
