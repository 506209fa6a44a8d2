import type { refusals as english } from './en.ts';

const busy = 'Der Server hat gerade alle Hände voll zu tun. Versuch es gleich noch einmal.';
const storeAway = 'Der Fotospeicher ist gerade nicht zu erreichen. Versuch es später noch einmal.';

export const refusals: typeof english = {
  kinds: {
    bad_input: ({ detail }) => `Das hat der Server nicht angenommen. Er sagt dazu: ${detail}`,
    unauthenticated: 'Melde dich zuerst an.',
    forbidden: 'Das ist von hier aus nicht erlaubt. Lade die Seite neu.',
    not_found: 'Das gibt es nicht mehr.',
    conflict: ({ detail }) => `Das passt nicht zu dem, was schon da ist. Der Server sagt dazu: ${detail}`,
    too_large: 'Was gesendet wurde, ist zu groß.',
    not_an_image: 'Was gesendet wurde, ist von einer Art, die hier nicht angenommen wird.',
    bad_range: 'Einen solchen Teil hat das Foto nicht.',
    too_many_attempts: ({ retryAfter }) => {
      if (retryAfter === null) return 'Das war zu viel auf einmal. Versuch es gleich noch einmal.';
      const minutes = Math.ceil(retryAfter / 60);
      return `Zu viele Fehlversuche. Versuch es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`;
    },
    source_answered_wrongly: storeAway,
    source_unavailable: storeAway,
    source_timeout: 'Der Fotospeicher hat zu lange gebraucht. Versuch es später noch einmal.',
    not_ready: ({ detail, retryAfter }) =>
      retryAfter === null ? `Das geht gerade nicht. Der Server sagt dazu: ${detail}` : busy,
    too_slow: 'Die Anfrage kam zu langsam an. Versuch es noch einmal.',
    unforeseen:
      'Der Server ist auf einen Fehler gestoßen, mit dem niemand gerechnet hat. Sein Protokoll sagt Verwaltern mehr.',

    wrong_sign_in: 'Der Benutzername oder das Passwort stimmt nicht.',
    wrong_code: 'Der Code stimmt nicht oder wurde schon verwendet: Gib den ein, den die App jetzt zeigt.',
    sign_in_over: 'Die Anmeldung hat zu lange gedauert oder wurde beendet: Beginne noch einmal mit dem Passwort.',
    second_factor_missing:
      'Dein zweiter Faktor lässt sich nicht prüfen, weil sein Plugin nicht geladen ist. Bitte einen Verwalter oder wer den Server betreibt, es wieder zu laden oder deinen zweiten Faktor auszuschalten (photofinch --disable-2fa <Benutzername>). Das Protokoll des Servers nennt das Plugin.',
    codes_lost:
      'Codes deiner App lassen sich nicht mehr prüfen, weil sich das Geheimnis des Servers geändert hat. Nimm einen Wiederherstellungscode, oder bitte einen Verwalter oder wer den Server betreibt (photofinch --disable-2fa <Benutzername>), deinen zweiten Faktor auszuschalten.',
    link_spent:
      'Dieser Link oder Code gilt nicht: Er wurde schon benutzt, ist zu alt oder vertippt. Melde dich mit deinem Passwort an, oder starte „photofinch open“ neu für einen neuen Link.',
    setup_over: 'Diese Bibliothek hat ihr erstes Konto schon: Melde dich an.',
    enrolment_over:
      'Das Einrichten des zweiten Faktors hat zu lange gedauert oder wurde anderswo beendet: Beginne es noch einmal.',
    second_factor_on: 'Der zweite Faktor ist schon eingeschaltet.',
    second_factor_off: 'Der zweite Faktor ist schon ausgeschaltet.',
    wrong_password: 'Das bisherige Passwort stimmt nicht.',
    password_needed:
      'Das ist dein eigenes Konto: Gib dein bisheriges Passwort ein, und den Code deines zweiten Faktors, wenn er eingeschaltet ist.',
    password_too_short: 'Ein Passwort hat mindestens 8 Zeichen.',
    password_too_long: 'Ein Passwort hat höchstens 72 Zeichen, von denen Umlaute doppelt zählen.',
    common_password: 'Dieses Passwort verwenden viele, und es wird deshalb zuerst geraten: Wähle ein anderes.',
    role_too_low: 'Deine Rolle erlaubt das nicht. Ein Verwalter kann sie ändern.',
    no_such_session: 'Dieses Gerät ist schon abgemeldet.',

    bad_username: 'Ein Benutzername hat 1 bis 64 der Zeichen a bis z, 0 bis 9, Punkt, Unterstrich und Bindestrich.',
    username_taken: 'Dieser Benutzername ist vergeben: Wähle einen anderen.',
    last_admin: 'Das ist der letzte Verwalter: Mach zuerst jemand anderen dazu.',
    no_such_account: 'Dieses Konto gibt es nicht mehr.',

    bad_name: 'Ein Name hat 1 bis 100 Zeichen.',
    bad_tag: 'Ein Schlagwort hat 1 bis 64 Zeichen.',
    too_many_tags: 'Ein Foto hat höchstens 100 Schlagwörter.',
    no_such_photo:
      'Dieses Foto gibt es nicht. Vielleicht wurde es in deinem Fotospeicher gelöscht, oder der Link ist falsch geschrieben.',
    no_such_person: 'Diese Person gibt es nicht mehr. Vielleicht wurde sie mit jemandem zusammengeführt.',
    no_such_face: 'Dieses Gesicht gibt es nicht mehr. Vielleicht wurde das Foto neu gelesen.',
    no_such_album: 'Dieses Album gibt es nicht mehr.',
    no_such_merge:
      'Das lässt sich nicht mehr rückgängig machen: Es ist zu lange her, schon geschehen, oder die andere Person gibt es nicht mehr.',
    merged_since:
      'Eine der beiden wurde seither noch einmal zusammengeführt: Mach zuerst das rückgängig, unter „Zuletzt zusammengeführt“.',

    not_a_picture:
      'Das ist kein Bild, nach dem gesucht werden kann, oder es ist beschädigt. Wähle ein JPEG, PNG, WebP oder HEIC.',
    picture_too_large: 'Dieses Bild ist zu groß: höchstens 20 MiB und 100 Megapixel.',
    upload_cut_off: 'Das Bild kam nicht vollständig an. Versuch es noch einmal.',
    no_face_models: 'Es sind keine Modelle für Gesichter installiert. Ein Verwalter installiert sie.',
  },
  noFaceFound: 'Auf dem Bild wurde kein Gesicht gefunden',
  noFaceFoundBody: 'Versuch es mit einem, auf dem es größer oder von vorn zu sehen ist.',
  notLookedThrough: 'Noch kein Foto wurde nach Gesichtern durchsucht',
  notLookedThroughBody: 'Das geschieht, wenn die Fotos gelesen werden. Versuch es später noch einmal.',
  status: (status: number) => `Der Server hat mit dem Status ${status} geantwortet.`,
};
