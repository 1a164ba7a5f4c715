/** CPUID base register of Cortex-M (Armv7-M ARM, B3.2.3). */
export const CPUID = 0xe000_ed00;

/** PARTNO of CPUID, from the technical reference manual of each core. */
const CORES: Readonly<Record<number, string>> = {
  3104: 'cortex-m0',
  3105: 'cortex-m1',
  3107: 'cortex-m3',
  3108: 'cortex-m4',
  3111: 'cortex-m7',
  3168: 'cortex-m0+',
  3360: 'cortex-m23',
  3361: 'cortex-m33',
  3362: 'cortex-m55',
  3363: 'cortex-m85',
};

/** The core's name; its CPUID where it is not known. */
export const coreName = (cpuid: number): string =>
  CORES[(cpuid >>> 4) & 0xfff] ?? `cpuid 0x${cpuid.toString(16).padStart(8, '0')}`;
