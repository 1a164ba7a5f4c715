import type { Catalogue } from '../../template.js';

/** Rungs of the recovery ladders. */
export const RECOVERIES: Catalogue = {
  'roll back and analyse again': '回滚后重新分析',
  'roll back, then analyse in fallback mode': '回滚，再用后备方式分析',
  'analyse in the next mode': '换下一种分析方式',
  'ask the model again, with what the search found': '把搜索的结果告诉模型，再问一次',
  'the model': '模型',
  'the other model': '另一个模型',
  rules: '规则',
  'connect again': '重新连接',
  'reset or power-cycle the target': '复位目标或重新上电',
  'put the last known good image on the target': '给目标烧录最近一个已知良好的映像',
  'take another free board': '换一块空闲的目标板',
  'run the same image again': '用同一映像再运行一次',
  'baseline pass: build and test without a patch': '基线：不打补丁，先构建并测试',
  'the build error is the evidence': '以构建错误为证据',
  'clean and build again': '清理后重新构建',
  'build the next configuration': '构建下一个配置',
  'build again': '重新构建',
  'analyse the build error': '分析构建错误',
  'set the target up again': '重新准备目标',
  'collect again': '重新收集',
  'no diagnosis can be made: go on without one': '无法做诊断：不做诊断，继续进行',
  'analyse again under tighter constraints': '在更严的约束下重新分析',
  'ask the operator': '询问操作者',
};
