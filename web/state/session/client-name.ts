/** The first match counts: browsers also contain the names of others they claim compatibility with. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and device in a user agent; null for each that people would not recognise. */
export function clientName(agent: string | null): { browser: string | null; device: string | null } {
  const firstMatch = (names: readonly [RegExp, string][]): string | null =>
    names.find(([sign]) => sign.test(agent ?? ''))?.[1] ?? null;
  // Programs identify themselves as `curl/8.5.0`.
  const program = /^([\w-]+)\/[\d.]+/.exec(agent ?? '')?.[1] ?? null;
  return { browser: firstMatch(browsers) ?? (program === 'Mozilla' ? null : program), device: firstMatch(systems) };
}
