/** Who and where the person is, how their system is set up, and what desktops and shells of Unix and Windows rely on. */
const USUAL = new Set(
  `PATH HOME USER LOGNAME SHELL PWD LANG LANGUAGE TZ TERM COLORTERM COLUMNS LINES TMPDIR TMP TEMP
  XDG_RUNTIME_DIR XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS XDG_SESSION_TYPE
  DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
  LD_LIBRARY_PATH DYLD_LIBRARY_PATH PYTHONPATH PYTHONHOME VIRTUAL_ENV JAVA_HOME
  WINEPREFIX WINEDEBUG WINEARCH WINEPATH
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS ALLUSERSPROFILE PUBLIC
  PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 PROGRAMDATA COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432
  APPDATA LOCALAPPDATA USERPROFILE USERNAME USERDOMAIN COMPUTERNAME HOMEDRIVE HOMEPATH SESSIONNAME
  NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PROCESSOR_IDENTIFIER PROCESSOR_LEVEL PROCESSOR_REVISION
  PSMODULEPATH POWERSHELL_DISTRIBUTION_CHANNEL`.split(/\s+/),
);

/** Locales, and where servers of licences are, without which compilers and flashers of vendors do not start. */
const USUAL_TOO = /^LC_[A-Z]+$|^(?:[A-Z0-9]+_)?LICENSE_FILE$/;

/**
 * The environment of an unconfined program: the usual variables, and those that BENCHLOOP_PASS_ENV lists with commas between. Any
 * other variable may hold the key of a service.
 */
export function inheritedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = new Set((env.BENCHLOOP_PASS_ENV ?? '').split(',').map((name) => name.trim()));
  const passes = (name: string): boolean =>
    named.has(name) || USUAL.has(name.toUpperCase()) || USUAL_TOO.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => passes(name)));
}
