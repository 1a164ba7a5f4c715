import type { Catalogue } from '../template.js';

/** Judgement by a model, and what can go wrong with it. */
export const MODEL: Catalogue = {
  '{=file} is not one of the files that may be changed': '{file} 不在可改动的文件之中',
  'carries the numbers of lines: leave them out': '带有行号：请去掉',
  'fits, and its replacement carries the numbers of lines: leave them out':
    '能对上，但替换文本带有行号：请去掉',
  'the object is cut off': '对象不完整',
  'a quote within a string is not escaped': '字符串内的引号没有转义',
  'the object is too large': '对象太大',
  'a string is lost': '丢失了一个字符串',
  'a name stands twice': '同一名称出现两次',
  'a string is not closed': '字符串没有结束',
  'there is more than one such JSON object in the answer: give only one':
    '回答中有多个这样的 JSON 对象：请只给一个',
  '{=text}\n[{#count} more characters]': '{text}\n[还有 {count} 个字符]',
  'reading what the failing cases call': '正在读取失败用例所调用的代码',
  'asking {=model} for the cause': '正在向 {model} 询问原因',
  'asking {=model} for edits': '正在向 {model} 索取修改',
  'asking {=model} for corrected edits': '正在向 {model} 索取更正后的修改',
  ' Whether this build compiles every part of the change is unknown.':
    ' 尚不清楚本次构建是否编译了改动的每一部分。',
  ' Parts of the change that this build does not compile, and no test has tried: {places}.':
    ' 本次构建没有编译、也没有测试检验过的改动部分：{places}。',
  'building the proposed change': '正在构建提出的修改',
  'the answer was cut off in the middle': '回答在中途断开',
  'check the network and the server': '请检查网络和服务器',
  'the answer was longer than allowed and cut off': '回答超过允许的长度，被截断',
  'use a model that answers shorter': '请使用回答更短的模型',
  'the model refused: {words}': '模型拒绝回答：{words}',
  'its content filter stopped the answer': '它的内容过滤器拦下了回答',
  'use another model, or --provider rules': '请换一个模型，或使用 --provider rules',
  'the model called PASS what the test results do not': '模型判为 PASS，但测试结果并非如此',
  'the model gave up a change that passes every test': '修改通过了全部测试，模型却要放弃它',
  '"{=file}" is not one of the files shown': '“{file}”不在给出的文件之中',
  'the edits change nothing': '这些修改没有改变任何内容',
  '{=file}: the text to find is empty': '{file}：要查找的文本为空',
  '{=file}: the text to find, {=text}, does not occur in the file':
    '{file}：要查找的文本 {text} 在文件中没有出现',
  '{=file}: the text to find, {=text}, occurs more than once: give more lines around it':
    '{file}：要查找的文本 {text} 出现不止一次：请给出更多上下文',
  'model {=model} at {=host}': '{host} 上的模型 {model}',
  'the server does not accept the API key': '服务器不接受 API 密钥',
  'set OPENAI_API_KEY to a valid key, or give one in Settings of the window':
    '请把 OPENAI_API_KEY 设为有效的密钥，或在窗口的设置中填入',
  'the API key is not allowed to use this model': '该 API 密钥无权使用此模型',
  'use another key, or another model in BENCHLOOP_OPENAI_MODEL':
    '请换一个密钥，或在 BENCHLOOP_OPENAI_MODEL 中换一个模型',
  'the server does not know the model "{=model}" or the address': '服务器找不到模型“{model}”或该地址',
  'check BENCHLOOP_OPENAI_MODEL and BENCHLOOP_OPENAI_BASE_URL':
    '请检查 BENCHLOOP_OPENAI_MODEL 和 BENCHLOOP_OPENAI_BASE_URL',
  'the server refuses more requests for now (429), also after waiting':
    '服务器暂时拒绝更多请求（429），等待之后仍然如此',
  'wait, or raise the limit or the credit of the account': '请稍候，或提高账户的限额或余额',
  'the request was stopped': '请求已停止',
  'stopped while the proposed change was tried': '试验所提修改时已停止',
  'resume the run to ask again': '继续此运行即可再次询问',
  'no complete answer within {#seconds} s': '{seconds} 秒内没有完整的回答',
  'check the server, or use a faster model': '请检查服务器，或换一个更快的模型',
  'the server answered {=words}': '服务器应答：{words}',
  'check the server and the model': '请检查服务器和模型',
  'the server sent something else than a chat completion': '服务器发来的不是聊天补全',
  'the server sent something else than a response': '服务器发来的不是响应',
  'the server gave up: {=words}': '服务器放弃了：{words}',
  'the server gave up: it does not say why': '服务器放弃了，没有说明原因',
  'it does not say why': '没有说明原因',
  'the connection failed or broke off: {=words}': '连接失败或中断：{words}',
  'name a PEM file with the certificate of the server, or of its issuer, in BENCHLOOP_CA_FILE':
    '请在 BENCHLOOP_CA_FILE 中给出含有服务器证书或其签发者证书的 PEM 文件',
  'check the network and BENCHLOOP_OPENAI_BASE_URL': '请检查网络和 BENCHLOOP_OPENAI_BASE_URL',
  "the model's edits cannot be used, also after a second try: {wrong}":
    '模型给出的修改无法使用，第二次仍然如此：{wrong}',
  "the model's {=name} cannot be used, also after a second try: {wrong}":
    '模型给出的 {name} 无法使用，第二次仍然如此：{wrong}',
  'use a model that can follow a JSON schema, or --provider rules':
    '请使用能遵循 JSON schema 的模型，或使用 --provider rules',
  'there is no JSON object in the answer': '回答中没有 JSON 对象',
  'not JSON: {=message}': '不是 JSON：{message}',
  'the policy of this task refuses the change, and nobody can allow it: {why}. Make a smaller change.':
    '此任务的策略拒绝该修改，且无人可以批准：{why}。请改小一些。',
  'the change does not apply.': '该修改无法应用。',
  '{!why} {reason}': '{why}{reason}',
  'judged by {=name}, because the model could not be used ({problem}).':
    '由 {name} 判断，因为模型无法使用（{problem}）。',
  'judged by {=name}, because no other model is configured (BENCHLOOP_OPENAI_OTHER_MODEL).':
    '由 {name} 判断，因为没有配置其他模型（BENCHLOOP_OPENAI_OTHER_MODEL）。',
  'judged by {=name}, because the run asks for judgement without a model.':
    '由 {name} 判断，因为此运行要求不使用模型。',
  'the provider "openai" is not set up': '提供方“openai”没有设置好',
  'set {what}; or use --provider rules, which needs no model':
    '请设置 {what}；或使用 --provider rules，它不需要模型',
  'BENCHLOOP_OPENAI_MODEL (the name of a model)': 'BENCHLOOP_OPENAI_MODEL（模型的名称）',
  'OPENAI_API_KEY (or give the key in Settings of the window, or BENCHLOOP_OPENAI_BASE_URL for a server without a key)':
    'OPENAI_API_KEY（也可在窗口的设置中填入密钥；服务器无需密钥时用 BENCHLOOP_OPENAI_BASE_URL）',
  'BENCHLOOP_OPENAI_BASE_URL (an https address without a password; http only for this computer)':
    'BENCHLOOP_OPENAI_BASE_URL（不带密码的 https 地址；http 只能用于本机）',
  'BENCHLOOP_CA_FILE (a PEM file of certificates)': 'BENCHLOOP_CA_FILE（含证书的 PEM 文件）',
  'BENCHLOOP_OPENAI_TIMEOUT_SEC (seconds, at most 3600)': 'BENCHLOOP_OPENAI_TIMEOUT_SEC（秒，最多 3600）',
  'BENCHLOOP_OPENAI_API (chat or responses)': 'BENCHLOOP_OPENAI_API（chat 或 responses）',
  'the server sends requests on to "{=host}", where nothing was sent':
    '服务器把请求转到 "{host}"，没有向那里发送任何内容',
  'set BENCHLOOP_OPENAI_BASE_URL to the address that answers itself, if you trust it':
    '如果你信任它，请把 BENCHLOOP_OPENAI_BASE_URL 设为直接应答的地址',
};
