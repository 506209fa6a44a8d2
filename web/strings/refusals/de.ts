import type { refusals as english } from './en.ts';

export const refusals: typeof english = {
  tooManyAttempts: (minutes: number) =>
    `Zu viele Fehlversuche. Versuch es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
  tooManyRequests: 'Das war zu viel auf einmal. Versuch es gleich noch einmal.',
  wrongSignIn: 'Der Benutzername oder das Passwort stimmt nicht.',
  wrongCode: 'Der Code stimmt nicht: Gib den ein, den die App jetzt zeigt.',
  wrongCodeAtSignIn:
    'Der Code stimmt nicht oder wurde schon verwendet. Passt auch der nächste nicht, beginne noch einmal mit dem Passwort.',
  codesLost:
    'Codes deiner App lassen sich nicht mehr prüfen, weil sich das Geheimnis des Servers geändert hat. Nimm einen Wiederherstellungscode, oder bitte einen Verwalter oder wer den Server betreibt (photofinch --disable-2fa <Benutzername>), deinen zweiten Faktor auszuschalten.',
  secondFactorAway:
    'Dein zweiter Faktor lässt sich nicht prüfen, weil sein Plugin nicht geladen ist. Bitte einen Verwalter oder wer den Server betreibt, es wieder zu laden oder deinen zweiten Faktor auszuschalten (photofinch --disable-2fa <Benutzername>). Das Protokoll des Servers nennt das Plugin.',
  wrongPassword: 'Das Passwort stimmt nicht.',
  wrongCurrentPassword: 'Das bisherige Passwort stimmt nicht.',
  badPassword:
    'Das neue Passwort ist zu kurz, zu lang (höchstens 72 Zeichen, von denen Umlaute doppelt zählen) oder eines, das viele verwenden und das deshalb zuerst geraten wird.',
  beginEnrolmentAnew:
    'Das Einrichten des zweiten Faktors hat zu lange gedauert oder wurde anderswo beendet: Beginne es noch einmal.',
  secondFactorOn: 'Der zweite Faktor ist schon eingeschaltet.',
  secondFactorOff: 'Der zweite Faktor ist schon ausgeschaltet.',
  badName: 'Ein Name hat 1 bis 100 Zeichen.',
  badTag: 'Ein Schlagwort hat 1 bis 64 Zeichen, und ein Foto höchstens 100 Schlagwörter.',
  noSuchPhoto:
    'Dieses Foto gibt es nicht. Vielleicht wurde es in deinem Fotospeicher gelöscht, oder der Link ist falsch geschrieben.',
  noSuchPerson: 'Diese Person gibt es nicht mehr. Vielleicht wurde sie mit jemandem zusammengeführt.',
  noSuchMerge:
    'Das lässt sich nicht mehr rückgängig machen: Es ist zu lange her, schon geschehen, oder die andere Person gibt es nicht mehr.',
  mergedSince:
    'Eine der beiden wurde seither noch einmal zusammengeführt: Mach zuerst das rückgängig, unter „Zuletzt zusammengeführt“.',
  noSuchFace: 'Dieses Gesicht gibt es nicht mehr. Vielleicht wurde das Foto neu gelesen.',
  noSuchSession: 'Dieses Gerät ist schon abgemeldet.',
  noSuchAccount: 'Dieses Konto gibt es nicht mehr.',
  notThere: 'Das gibt es nicht mehr.',
  notAllowed: 'Deine Rolle erlaubt das nicht. Ein Verwalter kann sie ändern.',
  lastAdmin: 'Das ist der letzte Verwalter: Mach zuerst jemand anderen dazu.',
  ownAccount:
    'Das ist dein eigenes Konto: Dein bisheriges Passwort fehlt oder stimmt nicht, oder der Code deines zweiten Faktors.',
  usernameTaken: 'Dieser Benutzername ist vergeben: Wähle einen anderen.',
  badAccount:
    'Ein Benutzername hat 1 bis 64 der Zeichen a bis z, 0 bis 9, Punkt, Unterstrich und Bindestrich, ein Passwort mindestens 8 Zeichen und keines, das viele verwenden.',
  pictureTooLarge: 'Dieses Bild ist zu groß: höchstens 20 MiB und 100 Megapixel.',
  notAPicture:
    'Das ist kein Bild, nach dem gesucht werden kann, oder es ist beschädigt. Wähle ein JPEG, PNG, WebP oder HEIC.',
  pictureCutOff: 'Das Bild kam nicht vollständig an. Versuch es noch einmal.',
  noFaceModels: 'Es sind keine Modelle für Gesichter installiert. Ein Verwalter installiert sie.',
  noFaceFound: 'Auf dem Bild wurde kein Gesicht gefunden',
  noFaceFoundBody: 'Versuch es mit einem, auf dem es größer oder von vorn zu sehen ist.',
  notLookedThrough: 'Noch kein Foto wurde nach Gesichtern durchsucht',
  notLookedThroughBody: 'Das geschieht, wenn die Fotos gelesen werden. Versuch es später noch einmal.',
  busy: 'Der Server hat gerade alle Hände voll zu tun. Versuch es gleich noch einmal.',
  storeAway: 'Der Fotospeicher ist gerade nicht zu erreichen. Versuch es später noch einmal.',
  storeSlow: 'Der Fotospeicher hat zu lange gebraucht. Versuch es später noch einmal.',
  broken:
    'Der Server ist auf einen Fehler gestoßen, mit dem niemand gerechnet hat. Sein Protokoll sagt Verwaltern mehr.',
  status: (status: number) => `Der Server hat mit dem Status ${status} geantwortet.`,
};
