/** Below it nobody answers in the engineer's place (design §3, delivery). */
export const SURE = 0.6;

/**
 * What a dangerous effect is called, in both languages of the product: writing to a board, erasing, unlocking, power, deleting, sending,
 * publishing, deploying. A question or an answer with one of these words is a person's.
 */
const DANGER =
  /flash|eras|unlock|option byte|fuse|read-?out|protect|power|voltage|actuator|motor|relay|reset|reboot|delet|remov|overwrit|drop|format|force|deploy|publish|push|upload|send|release|credential|password|token|烧|刷写|擦除|解锁|熔丝|保护|断电|上电|电源|电压|电机|复位|重启|删除|移除|覆盖|格式化|强制|部署|发布|推送|上传|发送|密码|密钥/i;

/** Whether something dangerous could follow from the words. Cautious: it may be wrong in one direction alone. */
export const soundsDangerous = (...said: readonly string[]): boolean => said.some((one) => DANGER.test(one));
