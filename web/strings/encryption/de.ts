import type { EncryptionStrings } from './en.ts';

/** Deutsch. */
export const encryption: EncryptionStrings = {
  title: 'Verschlüsselung',
  offHint:
    'Diese Bibliothek ist nicht verschlüsselt: Wer an die Festplatte dieses Servers oder an eine Sicherung kommt, kann Namen, Gesichter, Orte und Beschreibungen lesen und jedes Foto verkleinert sehen. Ist sie verschlüsselt, erfährt man nur, wie viel da ist und wann es sich geändert hat.',
  onHint:
    'Diese Bibliothek ist verschlüsselt: Wer an die Festplatte dieses Servers oder an eine Sicherung kommt, erfährt nur, wie viel da ist und wann es sich geändert hat. Solange sie entsperrt ist, kann weiterhin alles lesen, wer Zugriff auf den laufenden Server hat.',
  erasedHint:
    'Beim Verschlüsseln einer Bibliothek werden ihre alten Dateien überschrieben. Eine SSD oder ein Dateisystem, das beim Schreiben kopiert, kann alte Daten trotzdem noch eine Weile behalten. Sicherungen, die zuvor an anderen Orten abgelegt wurden, bleiben lesbar: Lösche sie.',
  passphrase: 'Passphrase',
  passphraseHint: (minLength: string) =>
    `Mindestens ${minLength} Zeichen. Mehrere Wörter kannst du dir leichter merken.`,
  ownPassword: 'Dein Passwort',
  ownPasswordHint: 'Das, mit dem du dich anmeldest, zur Bestätigung.',
  repeat: 'Passphrase wiederholen',
  differ: 'Die beiden Passphrasen stimmen nicht überein.',
  show: 'Anzeigen',
  hide: 'Verbergen',
  check: 'Diese Bibliothek verschlüsseln',
  checkHint:
    'Eine gestohlene Festplatte verrät dann nur noch, wie viel da ist und wann es sich geändert hat. Nach jedem Neustart muss jemand die Passphrase eingeben; ohne sie und ohne den Wiederherstellungsschlüssel kann niemand die Bibliothek öffnen.',
  turnOn: 'Diese Bibliothek verschlüsseln',
  turnOnTitle: 'Verschlüsselung einschalten',
  turnOnHint:
    'Zuerst bekommst du einen Wiederherstellungsschlüssel. Dann ist die Bibliothek für alle geschlossen, bis sie verschlüsselt ist. Danach öffnet sie sich automatisch wieder. Nach jedem Neustart muss jemand die Passphrase eingeben. Die alten Dateien werden überschrieben, doch eine SSD kann ihre Daten noch eine Weile behalten. Wer sichergehen will, fängt mit einem leeren Datenordner an und verschlüsselt ihn gleich.',
  recovery: {
    title: 'Dein Wiederherstellungs­schlüssel',
    body: 'Er öffnet die Bibliothek, wenn die Passphrase vergessen ist, und stellt eine Sicherung auf einem anderen Rechner wieder her. Er wird nur jetzt angezeigt und nirgends aufbewahrt: Schreib ihn auf oder druck ihn aus, und bewahr ihn nicht bei diesem Server auf.',
    of: (address: string) => `Photofinch auf ${address}`,
    copy: 'Kopieren',
    print: 'Drucken',
    kept: 'Ich habe ihn aufgeschrieben',
    goOn: 'Weiter',
  },
  plain: 'Nicht verschlüsselt',
  plainHint:
    'Diese Dateien ließen sich nicht verschlüsseln: ältere Kopien der Bibliothek oder Dateien von Plugins. Wer die Festplatte hat, kann sie lesen. Lösche sie auf dem Server, wenn niemand sie braucht.',
  morePlain: (more) => `Und ${more} weitere.`,
  keys: 'Schlüssel dieser Bibliothek',
  keysHint: 'Jeder einzelne dieser Schlüssel öffnet die Bibliothek.',
  kinds: { passphrase: 'Passphrase', key_file: 'Schlüsseldatei', recovery: 'Wiederherstellungsschlüssel' },
  addPassphrase: 'Passphrase hinzufügen',
  addPassphraseTitle: 'Weitere Passphrase',
  name: 'Name',
  nameHint: 'Zum Beispiel, wo du sie aufbewahrst. Der Name wird nicht verschlüsselt.',
  newRecoveryKey: 'Neuer Wiederherstellungsschlüssel',
  newRecoveryKeyBody: 'Ein neuer, der einmal angezeigt wird. Der bisherige gilt dann nur noch für ältere Sicherungen.',
  makeRecoveryKey: 'Neuen anlegen',
  full: (limit: string) => `Es gibt ${limit} Schlüssel, für mehr ist kein Platz. Entferne zuerst einen.`,
  add: 'Hinzufügen',
  added: 'Die Passphrase ist hinzugefügt',
  change: 'Ändern',
  changeOf: (name: string) => `${name} ändern`,
  changed: 'Die Passphrase ist geändert',
  save: 'Speichern',
  remove: 'Entfernen',
  removeOf: (name: string) => `${name} entfernen`,
  removeBody:
    'Damit lässt sich die Bibliothek dann nicht mehr öffnen. Für ältere Kopien des Datenordners und ältere Sicherungen gilt der Schlüssel weiter.',
  removed: 'Der Schlüssel ist entfernt',
  last: 'Das ist der einzige Schlüssel, deshalb lässt er sich nicht entfernen.',
  lock: 'Sperren',
  lockHint: 'Schließt die Bibliothek sofort und für alle. Jemand muss sie entsperren, bevor wieder etwas zu sehen ist.',
  opensItself: 'Eine Schlüsseldatei öffnet diese Bibliothek bei jedem Start des Servers.',
  lockNow: 'Jetzt sperren',
  lockTitle: 'Bibliothek sperren?',
  lockBody: 'Alle werden unterbrochen, und es werden keine Fotos mehr eingelesen, bis jemand sie entsperrt.',
  commands: 'Im Terminal',
  commandsHint: 'Diese Befehle laufen auf dem Server.',
  decrypt: 'Bibliothek entschlüsseln',
  addKeyFile: 'Mit einer Schlüsseldatei entsperren',
  refusals: {
    library_locked: 'Die Bibliothek ist gesperrt. Lade die Seite neu, um sie zu entsperren.',
    wrong_unlock_key:
      'Damit lässt sich die Bibliothek nicht entsperren. Prüfe auf Tippfehler und versuch es noch einmal.',
    already_encrypted: 'Diese Bibliothek ist schon verschlüsselt.',
    not_encrypted: 'Diese Bibliothek ist nicht verschlüsselt.',
    last_key:
      'Das ist der letzte Schlüssel. Ohne ihn ließe sich die Bibliothek nie mehr entsperren. Füge zuerst einen anderen hinzu.',
    too_many_keys: 'Eine Bibliothek kann bis zu 12 Schlüssel haben. Entferne zuerst einen.',
    no_such_key: 'Diesen Schlüssel gibt es nicht mehr.',
    passphrase_too_short:
      'Nimm mindestens 12 Zeichen für die Passphrase. Mehrere Wörter kannst du dir leichter merken.',
    keyring_changed:
      'Jemand ohne Schlüssel hat die Datei keyring.json auf dem Server geändert. Hol sie aus einer Kopie zurück: Zu jeder Sicherung gehört eine, in der .json-Datei daneben.',
    keyring_missing:
      'Auf dem Server fehlt die Datei keyring.json, und ohne sie lässt sich die Bibliothek nicht öffnen. Hol sie aus einer Kopie zurück: Zu jeder Sicherung gehört eine, in der .json-Datei daneben.',
    keyring_damaged:
      'Die Datei keyring.json auf dem Server ist beschädigt, und ohne sie lässt sich die Bibliothek nicht öffnen. Hol sie aus einer Kopie zurück: Zu jeder Sicherung gehört eine, in der .json-Datei daneben.',
  },
};
