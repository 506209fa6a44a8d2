/** Words of dates in English, German and French, in the form of `SearchWord.key`: in lower case, without diacritics. */

type Meaning = ReadonlyMap<string, number>;

/** The words of each line mean the number of the line, starting with 1. */
function numbered(...lines: readonly string[]): Meaning {
  return new Map(lines.flatMap((line, at) => line.split(' ').map((word): [string, number] => [word, at + 1])));
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const months = numbered(
  'january januar janner jaenner janvier',
  'february februar feber fevrier',
  'marz maerz',
  'april avril',
  'mai',
  'june juni juin',
  'july juli juillet',
  'august aout',
  'september septembre',
  'october oktober octobre',
  'november novembre',
  'december dezember decembre',
);

/** Words with another meaning: they are months only beside a year or a day, or after a word like `in`. */
export const unsureMonths = numbered(
  'jan janv',
  'feb fev fevr',
  'march mar mrz mars',
  'apr avr',
  'may',
  'jun',
  'jul juil',
  'aug',
  'sep sept',
  'oct okt',
  'nov',
  'dec dez',
);

/** All of these have other meanings: `a spring in a forest`, `winter tyres`. */
export const seasons = numbered(
  'spring fruhling fruehling fruhjahr fruehjahr printemps',
  'summer sommer ete',
  'autumn fall herbst automne',
  'winter hiver',
);
export const WINTER = 4;

/** Starting with Monday. */
export const weekdays = numbered(
  'monday mondays montag montags lundi lundis',
  'tuesday tuesdays dienstag dienstags mardi mardis',
  'wednesday wednesdays mittwoch mittwochs mercredi mercredis',
  'thursday thursdays donnerstag donnerstags jeudi jeudis',
  'friday fridays freitag freitags vendredi vendredis',
  'saturday saturdays samstag samstags sonnabend sonnabends samedi samedis',
  'sunday sundays sonntag sonntags dimanche dimanches',
);
export const weekends = words('weekend weekends wochenende wochenenden');

/** Words before which a weekday is not a date: `Black Friday`, `mardi gras`. */
export const beforeNamedDays = words('ash bad black cyber easter good palm');
export const behindNamedDays = words('gras');

/** Days before today. */
export const nearDays: Meaning = new Map([
  ...['today', 'heute'].map((word): [string, number] => [word, 0]),
  ...['yesterday', 'gestern', 'hier'].map((word): [string, number] => [word, 1]),
  ['vorgestern', 2],
]);

export const units = numbered(
  'day days tag tage tagen jour jours',
  'week weeks woche wochen semaine semaines',
  'month months monat monate monaten mois',
  'year years jahr jahre jahren an ans annee annees',
);
export const [DAY, WEEK, MONTH, YEAR] = [1, 2, 3, 4] as const;

/** The numbers one to ten as words. */
export const smallNumbers = numbered(
  'a an one ein eine einem einer un une',
  'two zwei deux',
  'three drei trois',
  'four vier quatre',
  'five funf fuenf cinq',
  'six sechs',
  'seven sieben',
  'eight acht huit',
  'nine neun neuf',
  'ten zehn dix',
);

export const lastBefore = words(
  'last past previous letzte letzten letzter letztes letztem vorige voriges vorigen vergangene vergangenen vergangenes',
);
/** In French, the word follows: `l’été dernier`. */
export const lastBehind = words('dernier derniere derniers dernieres passe passee');
export const thisBefore = words('this diese dieser dieses diesen diesem ce cet cette');

/** After these words, a word that may be a month or a season is one. */
export const inWords = words('in im en during au');

/** After these words, the two ends of a range are dates: `from march to may`. */
export const fromWords = words('from von de');
export const rangeWords = words('to until till through bis au');
export const betweenWords = words('between zwischen entre');
export const andWords = words('and und et');
/** The day that follows is excluded. */
export const beforeWords = words('before vor avant');
export const afterWords = words('after nach apres');
/** The day that follows is included. */
export const untilWords = words('until till bis');
export const sinceWords = words('since seit depuis ab');
/** Articles between such a word and the date, which are ignored. */
export const articles = words('the dem der den die le la l the of');
