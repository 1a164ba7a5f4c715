import type { Catalogue } from '../template.js';

/** Images that are to be written: their formats, and where they may lie. */
export const IMAGES: Catalogue = {
  'the image is for {machine}, the board is {=wanted}': '映像属于 {machine}，而目标板是 {wanted}',
  'the ELF machine {#number}': 'ELF 机器类型 {number}',
  'build the image with the toolchain of this board': '请用此目标板的工具链构建映像',
  'the image is for the UF2 family (none), the board is {=wanted}':
    '映像没有 UF2 系列编号，而目标板是 {wanted}',
  'the image is for the UF2 family {=family}, the board is {=wanted}':
    '映像属于 UF2 系列 {family}，而目标板是 {wanted}',
  'build the image for this board': '请为此目标板构建映像',
  'build the image again': '请重新构建映像',
  'the image is empty': '映像为空',
  'two parts of the image overlap at {=address}': '映像的两个部分在 {address} 处重叠',
  'the profile names no region that may be written': '配置档没有指明可写入的区域',
  'add `regions` to the profile: name, start, size and page of what an application may use':
    '请在配置档中加上 `regions`：应用程序可用区域的 name、start、size 和 page',
  'pages from {=first} to {=last} would be erased, the region {=name} is not made of whole pages of {#bytes} bytes':
    '将擦除 {first} 至 {last} 的页，而区域 {name} 不是由大小为 {bytes} 字节的整页组成',
  'correct start, size or page of the region in the profile': '请改正配置档中该区域的 start、size 或 page',
  'the image has bytes from {=first} to {=last} outside of what may be written: {=regions}':
    '映像在 {first} 至 {last} 处有内容，超出了可写入的范围：{regions}',
  'not a 32-bit ELF file': '不是 32 位 ELF 文件',
  'an ELF file without a byte order': 'ELF 文件没有标明字节序',
  'not a linked program: an object file or a shared library': '不是已链接的程序，而是目标文件或共享库',
  'the program headers load more bytes than the file has': '程序头要加载的字节数超过文件大小',
  'program headers of {#bytes} bytes': '程序头大小为 {bytes} 字节',
  'the program headers lie outside of the file': '程序头位于文件之外',
  'program header {#number} points outside of the file: it was cut off':
    '程序头 {number} 指向文件之外：文件被截断',
  'program header {#number} loads beyond 32 bits': '程序头 {number} 的加载地址超出 32 位',
  'line {#line}: a record after the end in line {#end}: two files in one':
    '第 {line} 行：第 {end} 行的结束记录之后还有记录，一个文件里有两个映像',
  'line {#line}: a record after the end: two files in one':
    '第 {line} 行：结束记录之后还有记录，一个文件里有两个映像',
  'a record without its colon': '记录缺少冒号',
  'it is a Universal Hex with parts for the boards {=parts}, and the profile names none of them':
    '这是 Universal Hex，含有目标板 {parts} 的部分，而配置档没有指明其中任何一个',
  'it is a Universal Hex with parts for the boards {=parts}, and none for {=boards}':
    '这是 Universal Hex，含有目标板 {parts} 的部分，但没有 {boards} 的部分',
  'name the board in `universalHex` of the profile, or save the file for this board alone':
    '请在配置档的 `universalHex` 中指明目标板，或只为此目标板保存文件',
  'line {#line}: data beyond 32 bits': '第 {line} 行：数据超出 32 位地址范围',
  'line {#line}: {#announced} data records announced, {#found} there':
    '第 {line} 行：声明 {announced} 条数据记录，实际 {found} 条',
  'not an S-record': '不是 S-record 记录',
  'too short for its address': '太短，容不下地址',
  'a DFU file without its suffix: it was cut off': 'DFU 文件没有后缀：文件被截断',
  'the checksum of the DFU suffix is wrong': 'DFU 后缀的校验和错误',
  'a DfuSe file of another version, or cut off': 'DfuSe 文件的版本不同，或被截断',
  'a DfuSe file for {#targets} targets: which one is meant is not known':
    'DfuSe 文件含有 {targets} 个目标，不知道指的是哪一个',
  'the length in the DfuSe prefix is wrong': 'DfuSe 前缀中的长度错误',
  'element {#element} lies outside of the DfuSe file': '元素 {element} 位于 DfuSe 文件之外',
  'the section headers lie outside of the file: it was cut off': '节头位于文件之外：文件被截断',
  'it is text, and no program': '它是文本，不是程序',
  'no format is known that begins with {=head}': '没有已知格式以 {head} 开头',
  'choose an ELF, Intel HEX, S-record, UF2 or DFU file; if it is bytes alone, say so: rename it to end in .bin':
    '请选择 ELF、Intel HEX、S-record、UF2 或 DFU 文件；如果它只含字节，请改名为以 .bin 结尾来说明',
  'line {#line}: data runs over the end of its 64 KiB': '第 {line} 行：数据越过了所在的 64 KiB 段',
  'the file has no end record: it was cut off': '文件没有结束记录：文件被截断',
  'line {#line}: {what}': '第 {line} 行：{what}',
  'not a record of Intel HEX': '不是 Intel HEX 记录',
  '{#wanted} bytes announced, {#found} there': '声明 {wanted} 字节，实际 {found} 字节',
  'the checksum is wrong': '校验和错误',
  'there is no record type {#type}': '没有记录类型 {type}',
  'a record of type {#type} has {#wanted} bytes, not {#found}':
    '类型 {type} 的记录应为 {wanted} 字节，而不是 {found} 字节',
  'the image holds nothing to write': '映像中没有可写入的内容',
  'a file of bytes alone does not say where it belongs': '只含字节的文件没有说明自己应放在哪里',
  'give the address of its first byte (on the command line: --address 0x8000000)':
    '请给出其首字节的地址（命令行中：--address 0x8000000）',
  'the image lies outside of 32 bits': '映像超出 32 位地址范围',
  'build the image, or correct its path': '请构建映像，或改正其路径',
  'it is named as {=format}, and does not begin so, but with {=head}':
    '文件名表明是 {format}，但其开头不符，而是 {head}',
  '{=format} says itself where it belongs, and is not moved': '{format} 自带地址，不会移到别处',
  'leave the address out, or build the image for that address': '请去掉地址，或为该地址构建映像',
  'larger than any image': '大于任何可能的映像',
  'build the image again, or name its format': '请重新构建映像，或指明其格式',
  'a UF2 file is a multiple of {#unit} bytes, this one has {#bytes}':
    'UF2 文件的大小应为 {unit} 字节的整数倍，此文件为 {bytes} 字节',
  'blocks of several families: {=families}; the profile names none (flash.family)':
    '含有多个系列的块：{families}；配置档没有指明系列（flash.family）',
  "blocks of several families: {=families}; none is the board's, {=wanted}":
    '含有多个系列的块：{families}；没有目标板的系列 {wanted}',
  'block {#block} does not start and end as a UF2 block': '块 {block} 的首尾不是 UF2 块的标记',
  'block {#block} announces {#bytes} bytes, at most {#most} fit':
    '块 {block} 声明 {bytes} 字节，最多只能容纳 {most} 字节',
  'block {#block} lies outside of 32 bits': '块 {block} 超出 32 位地址范围',
  'block {#block} says that there are {#count} blocks, the file has {#found}':
    '块 {block} 声明共有 {count} 块，而文件有 {found} 块',
  'block {#block} has the number {#number} of {#count}': '块 {block} 的编号是 {number}，总数为 {count}',
  'block {#block} is there twice': '块 {block} 重复出现',
};
