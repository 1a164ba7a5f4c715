import {
  byFastFiles,
  compareCoverage,
  coverageFile,
  coverageLines,
  LEAST_SHARE,
  readExecuted,
} from './test/coverage.mjs';

// node build/coverage.mjs compare                      the last records of both tiers
// node build/coverage.mjs compare FAST FULL [FULL …]   two records, the second in parts if it was recorded in shards
// node build/coverage.mjs compare FULL                 the fast files of a record, and all of them

/** @param {readonly string[]} files */
function records(files) {
  const [first, ...further] = files.length === 0 ? [coverageFile('fast'), coverageFile('full')] : files;
  const given = readExecuted(String(first));
  return further.length === 0
    ? { fast: byFastFiles(given), full: given }
    : { fast: given, full: further.flatMap(readExecuted) };
}

const [command, ...files] = process.argv.slice(2);

if (command !== 'compare') {
  console.error('usage: node build/coverage.mjs compare [[FAST] FULL [FULL …]]');
  process.exitCode = 2;
} else {
  const { fast, full } = records(files);
  const compared = compareCoverage(fast, full);
  for (const line of coverageLines(compared)) console.log(line);
  process.exitCode = compared.share >= LEAST_SHARE ? 0 : 1;
}
