/** Week information of a locale; older browsers have it as a property, or not at all. */
interface WithWeek {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** Regions whose weeks do not begin on Monday, for browsers without week information. */
const onSunday =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW';
const onSaturday = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY';

/** The first day of the week, 0 for Sunday. @param locale such as `en-GB` */
export function firstWeekday(locale: string): number {
  const localeInfo = new Intl.Locale(locale) as Intl.Locale & WithWeek;
  const info = localeInfo.getWeekInfo?.() ?? localeInfo.weekInfo;
  return info ? info.firstDay % 7 : usualFirstWeekday(locale);
}

/** The same, from the lists above. */
export function usualFirstWeekday(locale: string): number {
  const region = new Intl.Locale(locale).maximize().region ?? '';
  if (onSunday.split(' ').includes(region)) return 0;
  return onSaturday.split(' ').includes(region) ? 6 : 1;
}
