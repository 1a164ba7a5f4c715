import { fail, ok } from '../../../shared/problem.js';
import type { PowerSwitch } from '../power/power-switch.js';
import { type IpmiAccess, ipmi, ipmiProblem } from './ipmitool.js';

/** Power by "Chassis Control" and "Get Chassis Status" (IPMI v2.0, 28.2 and 28.3). */
export const ipmiPower = (access: IpmiAccess): PowerSwitch => ({
  isOn: async (signal) => {
    const status = await ipmi(access, ['chassis', 'power', 'status'], signal);
    if (!status.ok) return status;
    const state = /Chassis Power is (on|off)/.exec(status.value)?.[1];
    return state === undefined ? fail(ipmiProblem(access.profile, status.value)) : ok(state === 'on');
  },
  apply: async (action, signal) => {
    const done = await ipmi(access, ['chassis', 'power', action], signal);
    return done.ok ? ok(undefined) : done;
  },
});
