/**
 * Sources of Chromium that complain on every computer without a system bus or a graphics processor, about services that the
 * window does not use. Chromium falls back by itself each time.
 */
const harmless = [
  'bus', // dbus
  'object_proxy', // dbus
  'viz_main_impl', // graphics process
  'gpu_process_host',
  'command_buffer_proxy_impl',
  'gl_surface_presentation_helper',
  'angle_platform_impl',
  'vaapi_wrapper', // video decoding
];

/** `[pid:MMDD/time:LEVEL:dir/file.cc:line] text`, in older versions `…:file.cc(line)] text` (Chromium, base/logging.cc). */
const CHROMIUM_LINE = /^\[\d+:\d{4}\/[\d.]+:(?:ERROR|WARNING|INFO):(?:[^\]:(]*\/)?(\w+)\.cc[:(]\d+\)?\] /;

/**
 * Whether a line of the window's stderr tells nothing about the window. Whatever is not known to be harmless is not.
 *
 * @param {string} line
 */
export function isChromiumNoise(line) {
  const source = CHROMIUM_LINE.exec(line)?.[1];
  return source !== undefined && harmless.includes(source);
}
