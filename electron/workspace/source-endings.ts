/** How the names of files end that compilers and assemblers read, in either case. */
export const SOURCE_ENDINGS = 'c h cc hh cpp hpp cxx hxx ipp inl inc def s asm ino'.split(' ');
