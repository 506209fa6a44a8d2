import type { refusals as english } from './en.ts';

const busy = 'Der Server ist gerade beschäftigt. Versuch es gleich noch einmal.';
const storeAway = 'Der Fotospeicher ist gerade nicht erreichbar. Versuch es später noch einmal.';

export const refusals: typeof english = {
  kinds: {
    bad_input: 'Das hat der Server nicht angenommen. Prüfe deine Eingabe.',
    unauthenticated: 'Melde dich zuerst an.',
    forbidden: 'Das ist von hier aus nicht erlaubt. Lade die Seite neu.',
    not_found: 'Das gibt es nicht mehr.',
    conflict: 'Das passt nicht zu dem, was schon da ist. Lade die Seite neu.',
    too_large: 'Das ist zu groß zum Senden.',
    not_an_image: 'Diese Art von Datei wird hier nicht angenommen.',
    bad_range: 'Diesen Teil hat das Foto nicht.',
    too_many_attempts: ({ retryAfter }) => {
      if (retryAfter === null) return 'Das war zu viel auf einmal. Versuch es gleich noch einmal.';
      const minutes = Math.ceil(retryAfter / 60);
      return `Zu viele Fehlversuche. Versuch es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`;
    },
    source_answered_wrongly: storeAway,
    source_unavailable: storeAway,
    source_timeout: 'Der Fotospeicher hat zu lange gebraucht. Versuch es später noch einmal.',
    not_ready: ({ retryAfter }) =>
      retryAfter === null ? 'Das geht gerade nicht. Versuch es später noch einmal.' : busy,
    too_slow: 'Deine Verbindung war zu langsam. Versuch es noch einmal.',
    unforeseen: 'Auf dem Server ist etwas schiefgegangen. Administratoren finden mehr in seinem Protokoll.',

    wrong_sign_in: 'Der Benutzername oder das Passwort stimmt nicht.',
    wrong_code: 'Der Code stimmt nicht oder wurde schon verwendet. Gib den ein, den deine App jetzt zeigt.',
    sign_in_over: 'Die Anmeldung hat zu lange gedauert oder wurde abgebrochen. Beginne noch einmal mit dem Passwort.',
    second_factor_missing:
      'Dein Code kann nicht geprüft werden: Das Plugin für die Anmeldung in zwei Schritten ist nicht geladen. Bitte einen Administrator, es zu laden oder die Anmeldung in zwei Schritten für dich auszuschalten (photofinch --disable-2fa <Benutzername>). Das Protokoll des Servers nennt das Plugin.',
    codes_lost:
      'Der geheime Schlüssel des Servers hat sich geändert, deshalb gelten die Codes deiner App nicht mehr. Nimm einen Wiederherstellungscode, oder bitte einen Administrator, die Anmeldung in zwei Schritten für dich auszuschalten (photofinch --disable-2fa <Benutzername>).',
    second_factor_silent:
      'Das Plugin für diesen zweiten Schritt antwortet nicht. Versuch es später noch einmal oder nimm einen anderen Weg, wenn du einen hast.',
    no_such_factor: 'Diesen zweiten Schritt hast du nicht mehr eingerichtet. Beginne noch einmal mit dem Passwort.',
    link_spent:
      'Dieser Link oder Code gilt nicht: Er wurde schon benutzt, ist zu alt oder enthält einen Tippfehler. Melde dich mit deinem Passwort an oder starte „photofinch open“ neu, um einen neuen Link zu bekommen.',
    not_linked:
      'Dieses Konto ist hier noch mit keinem verknüpft. Melde dich mit deinem Passwort an und verknüpfe es in den Einstellungen.',
    linked_elsewhere: 'Dieses Konto ist hier schon mit jemand anderem verknüpft.',
    account_disabled: 'Dein Konto ist gesperrt. Bitte einen Administrator, es zu entsperren.',
    setup_over: 'Diese Bibliothek hat ihr erstes Konto schon. Melde dich an.',
    bad_time_zone: 'Das ist keine Zeitzone. Versuch es mit etwas wie Europe/Berlin.',
    wrong_password: 'Das bisherige Passwort stimmt nicht.',
    password_needed: 'Gib dein bisheriges Passwort ein, und einen Code, wenn du dich in zwei Schritten anmeldest.',
    password_too_short: 'Nimm mindestens 8 Zeichen für das Passwort.',
    password_too_long: 'Nimm höchstens 72 Zeichen für das Passwort. Umlaute zählen doppelt.',
    common_password: 'Dieses Passwort benutzen viele, deshalb ist es leicht zu erraten. Wähle ein anderes.',
    role_too_low: 'Deine Rolle erlaubt das nicht. Ein Administrator kann sie ändern.',

    bad_username: 'Ein Benutzername hat 1 bis 64 Zeichen: a bis z, 0 bis 9, Punkt, Unterstrich und Bindestrich.',
    username_taken: 'Dieser Benutzername ist vergeben. Wähle einen anderen.',

    bad_name: 'Ein Name hat 1 bis 100 Zeichen.',
    bad_capture_time: 'Dieses Datum kann nicht stimmen. Wähle eines zwischen 1826 und heute.',
    bad_tag: 'Ein Schlagwort hat 1 bis 64 Zeichen.',
    too_many_tags: 'Ein Foto kann bis zu 100 Schlagwörter haben.',
    no_such_photo: 'Foto nicht gefunden. Vielleicht wurde es in deinem Fotospeicher gelöscht. Oder prüfe den Link.',
    no_such_person: 'Diese Person gibt es nicht mehr. Vielleicht wurde sie mit jemandem zusammengeführt.',
    no_such_face: 'Dieses Gesicht gibt es nicht mehr. Vielleicht wurde das Foto neu eingelesen.',
    no_such_album: 'Dieses Album gibt es nicht mehr.',
    no_such_folder: 'Diesen Ordner gibt es nicht mehr, oder es sind keine Fotos darin.',
    store_album: 'Dieses Album gehört zu deinem Fotospeicher. Ändere es dort.',
    smart_album: 'Dieses Album sucht sich seine Fotos selbst. Ändere stattdessen, wonach es sucht.',
    no_such_merge:
      'Du kannst das nicht mehr rückgängig machen: Es ist zu lange her, schon rückgängig gemacht, oder die andere Person gibt es nicht mehr.',
    merged_since:
      'Eine der beiden wurde seither noch einmal zusammengeführt. Mach zuerst das rückgängig, unter „Zuletzt zusammengeführt“.',
    same_person: 'Das ist bereits dieselbe Person.',
    name_changed: 'Der Name dieser Person wurde seitdem geändert. Dabei bleibt es.',
    name_held: 'Den früheren Namen hat jetzt jemand anders. Der neue Name bleibt.',
    too_many_downloads: 'Es laufen zu viele Downloads. Versuch es noch einmal, wenn einer fertig ist.',
    download_link_spent: 'Dieser Download-Link ist abgelaufen. Starte den Download noch einmal.',
    no_such_step: 'Hier gibt es nichts mehr rückgängig zu machen.',
    no_such_stack: 'Diesen Stapel gibt es nicht mehr.',
    stack_changed: 'Der Stapel wurde seitdem geändert. Mach zuerst das rückgängig.',
    bad_stack: 'Diese Fotos ergeben keinen Stapel. Wähle mindestens zwei.',

    no_ffmpeg:
      'Dieses Video kann nicht umgewandelt werden: Auf dem Server ist ffmpeg nicht installiert. Ein Administrator kann es installieren.',
    broken_video:
      'Dieses Video ist beschädigt oder von einer Art, die sich nicht umwandeln lässt. Lade das Original herunter.',

    sharing_off: 'Das Teilen mit Links ist ausgeschaltet. Ein Administrator kann es einschalten.',
    no_such_share: 'Diesen Link gibt es nicht mehr.',
    no_download: 'Dieser Link ist nur zum Ansehen.',

    not_a_picture: 'Das ist kein Bild, oder es ist beschädigt. Wähle ein JPEG, PNG, WebP oder HEIC.',
    picture_too_large: 'Dieses Bild ist zu groß. Erlaubt sind 20 MiB und 100 Megapixel.',
    upload_cut_off: 'Das Bild kam nicht vollständig an. Versuch es noch einmal.',
    no_face_models: 'Es sind keine Modelle für Gesichter installiert. Ein Administrator kann sie installieren.',
  },
  noFaceFound: 'Kein Gesicht auf diesem Bild gefunden',
  noFaceFoundBody: 'Versuch es mit einem, auf dem das Gesicht größer oder von vorn zu sehen ist.',
  notLookedThrough: 'Es wurde noch kein Foto nach Gesichtern durchsucht',
  notLookedThroughBody: 'Das geschieht beim Einlesen der Fotos. Versuch es später noch einmal.',
  status: (status: number) => `Der Server hat mit dem Status ${status} geantwortet.`,
};
