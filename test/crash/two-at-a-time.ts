/** Runs the jobs two at a time; gives what each has to say, without the silent ones. */
export async function twoAtATime(jobs: readonly (() => Promise<string | null>)[]): Promise<string[]> {
  const said: string[] = [];
  const waiting = [...jobs];
  const worker = async (): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const word = await job();
      if (word === null) continue;
      said.push(word);
      // Rounds take an hour: what was found is told at once.
      console.error(word);
    }
  };
  await Promise.all([worker(), worker()]);
  return said;
}
