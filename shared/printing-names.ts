/** Functions that print, by what programs call them. */
export const PRINTS =
  /(?:printf|print|puts|putc|putchar|write|send|transmit|emit|log|trace|echo|dump)(?:_?(?:str|string|char|byte|bytes|line|ln|buf|buffer|data|blocking|polled|k|f|s|v|it|chk))*$|^(?:LOG|TRACE|DEBUG|INFO|WARN|ERROR|PRINT)\w*$/i;
