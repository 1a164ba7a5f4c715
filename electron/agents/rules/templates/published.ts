/** Constants out of published documents, offered where the surrounding names speak of the same matter. */
interface Published {
  /** Matched against the names of function, macro or file around the literal. */
  matter: RegExp;
  values: readonly string[];
  source: string;
}

export const PUBLISHED: readonly Published[] = [
  {
    matter: /crc/i,
    values: ['0x07', '0x31', '0x1D', '0x8C', '0x9B', '0xE0', '0xAB'],
    source:
      'CRC-8 polynomials: SMBus 3.1 (PEC), Maxim AN27, SAE J1850; Williams, A Painless Guide to CRC (1993)',
  },
  {
    matter: /crc/i,
    values: [
      '0x1021',
      '0x8408',
      '0x8005',
      '0xA001',
      '0x3D65',
      '0xA6BC',
      '0xC867',
      '0x8BB7',
      '0xFFFF',
      '0x1D0F',
      '0xF0B8',
    ],
    source:
      'CRC-16: ITU-T V.41 and X.25 (0x1021), Modbus over serial line 1.02 (0xA001), EN 13757 (0x3D65), RFC 1662 (0xF0B8)',
  },
  {
    matter: /crc/i,
    values: ['0x04C11DB7', '0xEDB88320', '0x1EDC6F41', '0x82F63B78', '0xFFFFFFFF', '0xDEBB20E3'],
    source: 'CRC-32: IEEE 802.3 3.2.9; CRC-32C: RFC 3720 12.1',
  },
  {
    matter: /fnv|hash/i,
    values: ['0x811C9DC5', '0x01000193', '2166136261', '16777619', '5381', '33', '31'],
    source: 'FNV: RFC 9923; djb2: Bernstein, comp.lang.c; Kernighan & Ritchie 6.6',
  },
  { matter: /adler/i, values: ['65521', '1'], source: 'Adler-32: RFC 1950 8.2' },
  { matter: /fletcher/i, values: ['255', '65535'], source: 'Fletcher (1982); RFC 1146' },
  { matter: /slip/i, values: ['0xC0', '0xDB', '0xDC', '0xDD'], source: 'SLIP: RFC 1055' },
  { matter: /hdlc|ppp|frame|stuff/i, values: ['0x7E', '0x7D', '0x20', '0x5E', '0x5D'], source: 'RFC 1662 4' },
  { matter: /cobs/i, values: ['0xFF', '0xFE', '0x01', '0x00'], source: 'COBS: Cheshire & Baker (1999)' },
  {
    matter: /rand|lcg|prng/i,
    values: ['1103515245', '12345', '1664525', '1013904223', '16807', '2147483647', '48271'],
    source: 'ISO C 7.22.2; Numerical Recipes 7.1; Park & Miller (1988)',
  },
  {
    matter: /lfsr|xorshift/i,
    values: ['0xB400', '0xB8', '0x80000057', '13', '17', '5'],
    source: 'Xilinx XAPP 052; Marsaglia (2003)',
  },
  {
    matter: /time|date|clock|day|hour|sec|leap|year|ntp|rtc/i,
    values: [
      '60',
      '24',
      '3600',
      '86400',
      '1000',
      '365',
      '366',
      '4',
      '100',
      '400',
      '1900',
      '1970',
      '2208988800',
      '7',
      '12',
    ],
    source: 'POSIX.1 4.16 (seconds since the epoch); RFC 5905 6; Gregorian calendar (ISO 8601)',
  },
  {
    matter: /adc|volt|milli|mv|dac|pwm/i,
    values: ['1023', '1024', '4095', '4096', '255', '256', '65535', '3300', '5000', '1000'],
    source: 'full scale of 8, 10, 12 and 16 bit converters; usual supply voltages in mV',
  },
  {
    matter: /baud|uart/i,
    values: ['9600', '19200', '38400', '57600', '115200', '16', '8'],
    source: 'ITU-T V.14; 16-fold oversampling (16550 data sheet)',
  },
  {
    matter: /temp|celsius|kelvin|fahrenheit/i,
    values: ['273', '27315', '32', '9', '5', '100', '10', '459'],
    source: 'SI Brochure 9, 2.3.1',
  },
  {
    matter: /hex|digit|ascii|atoi|itoa/i,
    values: ['10', '16', '55', '87', '48', '0x30', '0x0F'],
    source: 'ISO/IEC 646 (ASCII)',
  },
  { matter: /bcd/i, values: ['10', '16', '0x0F', '4', '6'], source: 'packed BCD: 8-4-2-1 code' },
  {
    matter: /utf/i,
    values: ['0x80', '0xC0', '0xE0', '0xF0', '0x3F', '0x1F', '0x0F', '0x07', '6', '12', '18'],
    source: 'UTF-8: RFC 3629 3',
  },
  {
    matter: /pack|unpack|be|le|endian|swap|byte|get|put|read|write/i,
    values: ['8', '16', '24', '0xFF', '0xFF00'],
    source: 'byte order of RFC 1700',
  },
];
