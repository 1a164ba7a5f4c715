/** The environment for a tool of the user's: it needs what its user has, but not the keys of other services. */
export const inheritedEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^BENCHLOOP_|TOKEN|SECRET|PASSWORD|API_?KEY/i.test(name)),
  );
