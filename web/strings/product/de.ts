import type { ProductStrings } from './en.ts';

export const product: ProductStrings = {
  title: 'Was Photofinch für dich tut',
  intro:
    'Alle deine Fotos und Videos an einem Ort, auf deinem eigenen Server. Photofinch findet heraus, wer darauf ist, wo sie entstanden sind und was sie zeigen, damit du sie wiederfindest.',
  topics: {
    timeline: {
      title: 'Alle Fotos, das neueste zuerst',
      body: 'Scrolle, zieh am Rand an den Monaten entlang, oder geh im Kalender zu einem Tag. Öffne ein Foto, um Datum, Ort und Personen zu sehen.',
    },
    search: {
      title: 'In deinen eigenen Worten suchen',
      body: 'Gib einen Namen, einen Ort, einen Monat oder ein Motiv ein, einzeln oder zusammen: „Anna Strand 2023“.',
    },
    people: {
      title: 'Personen',
      body: 'Photofinch gruppiert Gesichter, die sich ähnlich sehen. Gib einer Person einmal einen Namen, und du findest alle Fotos von ihr.',
    },
    map: {
      title: 'Karte und Orte',
      body: 'Fotos mit Ortsangabe findest du auf der Karte und nach Städten geordnet. Auch die Karte kommt von deinem Server.',
    },
    memories: {
      title: 'An diesem Tag',
      body: 'Was du an diesem Tag in anderen Jahren fotografiert hast. Du kannst zu jedem anderen Tag blättern.',
    },
    albums: {
      title: 'Alben, Schlagwörter und Favoriten',
      body: 'Alben kommen aus deinem Fotospeicher oder entstehen hier; intelligente Alben füllen sich automatisch. Was dir gefällt, bekommt ein Herz, und mit Schlagwörtern findest du Fotos wieder.',
    },
    archive: {
      title: 'Archiv und verborgene Fotos',
      body: 'Was du archivierst, etwa Quittungen, steht nicht mehr unter „Fotos“. Verborgene Fotos sehen nur Bearbeiter.',
    },
  },
  where: 'Wo deine Fotos bleiben',
  whereBody:
    'Die Originale bleiben unverändert in deinem Fotospeicher: Photofinch liest sie nur. Namen, Schlagwörter, Favoriten und alles andere, was du hier tust, liegen auf dem Server und in seinen Sicherungen.',
  stolen: 'Wenn der Server gestohlen wird',
  stolenBody:
    'Die Bibliothek lässt sich auf der Festplatte des Servers und in seinen Sicherungen verschlüsseln. Dann verrät eine gestohlene Festplatte nur noch, wie viel da ist und wann es sich geändert hat. Ein Administrator schaltet das ein und bewahrt die Passphrase und den Wiederherstellungsschlüssel auf.',
  role: (name, role) => `Du bist als ${name} angemeldet. ${role}.`,
  install: 'Als App',
  installBody:
    'Dein Browser kann Photofinch installieren: In seinem Menü heißt das „Installieren“ oder „Zum Startbildschirm hinzufügen“. Auf dem Gerät bleiben keine Fotos.',
};
