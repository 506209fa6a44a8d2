import type { FrameStrings } from './en.ts';

export const frame: FrameStrings = {
  description: 'Deine Fotos, auf deinem eigenen Server',
  account: (name) => `Dein Konto: ${name}`,
  roles: { read: 'Betrachter', write: 'Bearbeiter', admin: 'Administrator' },
  theme: 'Farben',
  themes: { system: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  allPages: 'Alle Seiten',
  scrollBack: 'Zurück',
  scrollOn: 'Weiter',
  reading: {
    title: 'Deine Bibliothek wird eingelesen',
    photos: (done, total) => `${done} von ${total} Fotos`,
    atLeast: (done, total) => `bisher ${done} von mindestens ${total} Fotos`,
    understanding: (done, total) => `Personen und Dinge werden gesucht: ${done} von ${total} Fotos`,
    meanwhile:
      'Sieh dich schon mal um: Neue Fotos erscheinen, sobald sie eingelesen sind. Personen, Orte und die Suche folgen nach und nach.',
  },
  welcome: {
    title: 'Willkommen bei Photofinch',
    looking: 'Photofinch sucht in deinem Fotospeicher nach Fotos. Sie erscheinen hier, sobald sie eingelesen sind.',
    reading: 'Gleich erscheinen hier deine ersten Fotos.',
    waiting:
      'Sobald in deinem Fotospeicher Fotos liegen, erscheinen sie hier. Photofinch sieht alle paar Minuten nach.',
    away: 'Photofinch erreicht deinen Fotospeicher gerade nicht. Deine Fotos erscheinen hier, sobald das wieder geht.',
    checks: 'Nachsehen, woran es liegt',
    help: 'Was du hier tun kannst',
  },
  modelsByAdmin: 'Ein Administrator kann Modelle installieren; dann versteht die Suche, was auf den Fotos ist.',
  day: {
    title: (day) => `An diesem Tag, ${day}`,
    before: 'Ein Tag davor',
    after: 'Ein Tag danach',
    choose: 'Anderer Tag',
    today: 'Heute',
    none: 'Zu diesem Tag gibt es in keinem Jahr Fotos.',
  },
};
