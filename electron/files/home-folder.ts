import { homedir } from 'node:os';
import path from 'node:path';

/** Where Benchloop keeps its data: `$BENCHLOOP_HOME`, else the system's application-data folder. */
export function homeFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  if (env.BENCHLOOP_HOME) return path.resolve(env.BENCHLOOP_HOME);
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA || path.join(homedir(), 'AppData', 'Local'), 'Benchloop');
  }
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'Benchloop');
  const { XDG_DATA_HOME = '' } = env;
  // what is no absolute path counts as not set (XDG Base Directory Specification, "Basics")
  const data = path.isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : path.join(homedir(), '.local', 'share');
  return path.join(data, 'benchloop');
}

/** The report of a run. @param folder the run's folder */
export const reportFile = (folder: string): string => path.join(folder, 'report', 'report.json');

export const runsFolder = (home: string): string => path.join(home, 'runs');
