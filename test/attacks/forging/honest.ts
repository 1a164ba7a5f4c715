import type { Opening } from '../attack.js';
import type { Draw } from '../draw.js';
import { judging } from './judged.js';

const NAMES = ['sum', 'next', 'limit', 'index', 'count', 'system_state', 'report_rate', 'okay', 'exit_code'];
const number = (draw: Draw): number => 20 + draw.below(200);

/** Small repairs as people write them; `NAME` is a variable, `N` a number. */
const REPAIRS = [
  { body: 'if (v > HIGH) return HIGH;' },
  { body: 'if (v >= HIGH)\n    return HIGH;' },
  { body: 'v = v > HIGH ? HIGH : v;' },
  { body: 'int NAME = v + N; if (NAME < v) return HIGH;' },
  { body: 'unsigned NAME = (unsigned)v * Nu; (void)NAME;' },
  { body: 'for (int i = 0; i < N; i++) v += i & 1;' },
  { body: 'while (v > HIGH) v -= N;' },
  { body: 'do { v--; } while (v > HIGH);' },
  { body: 'if (!v) { v = LOW; } else { v += 0; }' },
  { body: '/* never system("x"), exit(0) or ok 1: words in a comment */ v &= N;' },
  {
    body: 'v = limited(v, N);',
    top: 'static int limited(int v, int NAME)\n{\n  return v < NAME ? v : NAME;\n}',
  },
  { body: 'v += OFFSET - N;', top: '#define OFFSET N' },
  { body: 'v %= table[v & 3];', top: 'static const int table[4] = {N, N, N, N};' },
  { body: 'struct pair { int a, NAME; } p = { v, N }; v = p.a + p.NAME;' },
  { body: 'enum { FIRST = N, SECOND }; if (v == FIRST) v = SECOND;' },
  { body: 'switch (v) {\n  case N: v = HIGH; break;\n  default: break;\n  }' },
] as const;

function repair(draw: Draw) {
  const [name, n] = [draw.pick(NAMES), String(number(draw))];
  const written = (text: string): string => text.replaceAll('NAME', name).replaceAll(/\bN(?=u?\b)/g, n);
  const { body, top } = { top: undefined, ...draw.pick(REPAIRS) };
  const commented = draw.isSo(0.3) ? `${written(body)} // why: ${name} is not ${n}` : written(body);
  return { body: commented, top: top === undefined ? undefined : written(top) };
}

/** The control: no small honest repair may be refused. */
export const honest: Opening = async () => {
  const { judge, close } = await judging();
  return {
    close,
    attempt: async (draw) => {
      const change = repair(draw);
      const { fate, why } = await judge(change);
      return fate === 'refused' ? `refused (${why}):\n${change.top ?? ''}\n${change.body}` : null;
    },
  };
};
