import { auditWords } from './audit-fr.ts';
import type { SentenceStrings } from './en.ts';

/** Français. */
export const sentences: SentenceStrings = {
  index_damaged: 'L’index est endommagé ({damage}) : arrêtez le serveur et restaurez une sauvegarde.',
  index_dangling: 'Des lignes de l’index sont orphelines ({damage}) : arrêtez le serveur et restaurez une sauvegarde.',
  index_unknown: 'L’index est trop grand : le temps n’a pas suffi pour le vérifier.',
  index_in_part: 'L’index est grand : le temps a suffi pour {checked} tables sur {all}, elles sont intactes.',
  index_whole: 'L’index est intact.',
  schema_right: 'L’index a la bonne version de schéma, {found}.',
  schema_wrong:
    'L’index a la version de schéma {found}, ce programme connaît {known} : redémarrez le serveur avec la dernière version.',
  disk_full: 'Le disque du dossier de données est plein : libérez de la place.',
  disk_refuses:
    'Impossible d’écrire dans le dossier de données ({code}) : donnez-en le droit à l’utilisateur du serveur.',
  disk_low: 'Il reste {free} sur le disque du dossier de données : il en faut au moins {least}.',
  disk_free: 'Il reste {free} sur le disque du dossier de données.',
  no_models_plugin:
    'Aucun plugin d’apprentissage automatique n’est chargé : les personnes ne sont pas reconnues, la recherche ne trouve que du texte.',
  models_installed: 'Tous les modèles sont installés : {models}.',
  models_missing: 'Il manque des modèles. Pour les obtenir : photofinch models pull',
  pack_broken: 'Le paquet de modèles {pack} est inutilisable. Réinstallez-le.',
  packs_none: 'Aucun paquet de modèles n’est installé.',
  packs_whole: 'Paquets de modèles complets : {packs}.',
  thumbs_missing:
    'Vignettes manquantes ou vides : {missing} sur {all}. Le serveur est en train de les recréer, revenez plus tard.',
  thumbs_stray: 'Fichiers sans photo : {files}. Sans danger, ils prennent juste de la place.',
  thumbs_there: 'Toutes les vignettes sont là : {all}.',
  thumbs_there_in_part: 'Toutes les vignettes vérifiées à temps sont là : {all}.',
  videos_read: 'ffmpeg {version} a lu toutes les vidéos : {videos}.',
  videos_wait: 'ffmpeg {version} est installé. Vidéos pas encore lues : {waiting} sur {videos}.',
  videos_no_program:
    'ffmpeg n’est pas installé. Vidéos en attente : {waiting} sur {videos}. Pour l’obtenir : apt install ffmpeg',
  backups_none: 'Il n’y a pas encore de sauvegarde : faites-en une et activez les sauvegardes automatiques.',
  backups_old: 'La dernière sauvegarde date du {time} : faites-en une et activez les sauvegardes automatiques.',
  backups_good: 'La dernière sauvegarde date du {time}, elle est vérifiée.',
  backups_unread:
    'La dernière sauvegarde, du {time}, n’est pas encore vérifiée ou est illisible : revenez plus tard ou faites-en une autre.',
  backups_broken: 'La dernière sauvegarde, du {time}, est endommagée : faites-en une autre.',
  backups_on: 'Les sauvegardes automatiques sont activées.',
  backups_off: 'Les sauvegardes automatiques sont désactivées.',
  source_reached: 'Le stockage de photos est joignable, dernière synchronisation le {time}.',
  source_reached_first: 'Le stockage de photos est joignable, mais pas encore synchronisé.',
  of_source: '{source} :',
  source_absent:
    'Le plugin {source} n’est pas chargé, mais ses photos sont dans la photothèque ({photos}) : remettez-le dans PLUGINS, ou retirez ses photos dans la vue d’ensemble du serveur.',
  source_silent: 'Le stockage de photos ne répond pas : vérifiez que le pont (bridge) tourne et regardez son journal.',
  source_unreachable:
    'Le stockage de photos est injoignable : vérifiez que le pont (bridge) tourne et voit son stockage.',
  source_logged_out:
    'Le serveur n’est pas authentifié auprès du stockage de photos : consultez le journal du pont (bridge).',
  source_not_mounted: 'Le stockage de photos n’est pas monté : montez-le et tout reprendra.',
  source_wrong_key: 'La clé du pont (bridge) ne correspond pas à son stockage de photos.',
  source_gone: 'La plupart des photos manquent dans le stockage : est-il monté en entier ?',
  source_starting: 'Le pont (bridge) démarre et n’a pas encore parcouru son stockage.',
  bridge_has: 'Le pont {bridge} fonctionne. Photos : {photos}.',
  bridge_scans: 'Le pont {bridge} parcourt son stockage. Photos trouvées : {photos}.',
  sync_late: 'La dernière synchronisation remonte au {time} : consultez le journal ou redémarrez le serveur.',
  totp_whole: 'Toutes les clés de la validation en deux étapes sont lisibles.',
  photo_empty: 'Le fichier est vide.',
  photo_unknown: 'Le fichier n’est pas une image : son format est inconnu.',
  photo_not_shown: 'Le fichier est de type {format}, qui ne peut pas être affiché comme photo.',
  photo_damaged: 'L’image est endommagée et illisible.',
  photo_heic: 'Ce fichier HEIC est endommagé ou d’une variante inconnue.',
  photo_gone: 'Cette photo n’est plus dans le stockage.',
  check_late: 'Cette vérification n’était pas finie après {seconds} secondes : réessayez.',
  check_failed: 'Cette vérification a échoué : consultez le journal du serveur.',
  backups_no_plugin: 'Aucun plugin ne fait de sauvegardes.',
  backups_ahead:
    'La sauvegarde {name} est dans le futur : réglez l’horloge de cette machine, ou faites-en une autre et supprimez celle-ci.',
  backups_schedule_broken:
    'La planification des sauvegardes est illisible : enregistrez-la à nouveau ou corrigez backup-schedule.json.',
  backups_failed: 'La sauvegarde planifiée a échoué ({time}). Nouvel essai toutes les heures.',
  backups_not_pruned: 'D’anciennes sauvegardes n’ont pas pu être supprimées ({time}). Nouvel essai après la prochaine.',
  backups_not_copied: 'Depuis le {time}, {plugin} ne parvient plus à copier les sauvegardes. Les essais continuent.',
  second_factor_lost:
    'La clé secrète du serveur ne correspond plus à la validation en deux étapes (comptes concernés : {users}) : remettez l’ancienne (SIGNING_SECRET), ou désactivez la validation avec photofinch --disable-2fa <nom d’utilisateur>. Les codes de secours restent valables.',
  second_factor_missing:
    'Comptes concernés : {users}. Connexion impossible, car le plugin {plugin} de la deuxième étape n’est pas chargé : rechargez-le (PLUGINS), ou désactivez-la avec photofinch --disable-2fa <nom d’utilisateur>.',
  weak_keys:
    'Clés de la photothèque qui se devinent vite, car elles ont été créées avec un réglage de test : {keys}. Ajoutez-en d’autres et retirez celles-ci (photofinch unlock list).',
  levels_done: 'Les {originals} originaux sont tous lus, ainsi que les informations de {heads} fichiers sur {photos}.',
  levels_stopped:
    'Les originaux ne sont pas lus, car ORIGINALS_BUDGET vaut 0. Lu jusqu’ici : les aperçus de {thumbnails} photos sur {photos} et les informations de {heads} fichiers.',
  levels_under_way:
    'Les originaux sont lus peu à peu : {originals} sur {decodable}. Jours restants à {budget} par jour : environ {days}. Lu jusqu’ici : les aperçus de {thumbnails} photos sur {photos} et les informations de {heads} fichiers.',
  sync_held:
    'La synchronisation est suspendue depuis le {time}, car beaucoup de photos manquent. Elles restent ici jusqu’à l’accord d’un administrateur ou jusqu’à leur retour.',
  loss_waits: 'Ce qu’il faut décider a changé entre-temps. Vérifiez à nouveau.',
  bridge_unwell: 'Le pont (bridge) a un problème : consultez son journal.',
  source_unsupported: 'Le pont (bridge) ne peut pas lire ce type de stockage.',
  source_failed: 'Le stockage de photos a donné une réponse incorrecte : consultez le journal du serveur.',
  source_late: 'Le stockage de photos n’a pas répondu en {seconds} secondes.',
  folders_unread:
    'Dossiers illisibles dans le stockage : {folders}. Leurs photos restent telles quelles. Vérifiez les droits d’accès.',
  data_full: 'Le disque du dossier de données est plein : la lecture reprend dès qu’il y a de la place.',
  data_refuses: 'Impossible d’écrire dans le dossier de données : consultez le journal du serveur.',
  indexer_unknown: 'Une erreur inconnue est survenue pendant la lecture : consultez le journal du serveur.',
  reader_broken: 'Le programme qui lit les images ne démarre pas : consultez le journal du serveur.',
  reader_killed: 'Le système arrête le programme qui lit les images : il manque sans doute de la mémoire.',
  photo_arrived_damaged: 'La photo est arrivée endommagée du stockage, deux fois.',
  photo_unread: 'Le stockage ne peut pas lire cette photo.',
  photo_endless: 'Le stockage n’a pas indiqué la taille de cette photo.',
  photo_described_wrongly: 'Le stockage a mal décrit cette photo.',
  photo_silent: 'Aucun octet de la photo n’est arrivé pendant {seconds} secondes.',
  photo_slow: 'La lecture de l’image a pris plus de {seconds} secondes.',
  photo_pixels: 'L’image a trop de pixels (MAX_PHOTO_PIXELS).',
  photo_bytes: 'Le fichier fait {size}, plus que la limite de {most} (MAX_PHOTO_BYTES).',
  photo_memory: 'La lecture de l’image demande trop de mémoire (PHOTO_MEMORY).',
  photo_reader_broke: 'Le programme qui lit les images a échoué sur ce fichier.',
  video_damaged: 'La vidéo est endommagée et illisible.',
  video_unknown: 'Le fichier n’est pas une vidéo : son format est inconnu.',
  video_empty: 'La vidéo ne contient pas d’image.',
  video_coding: 'Les images de la vidéo sont codées d’une façon inconnue ici.',
  video_apart: 'Les images de la vidéo sont trop éloignées dans le fichier pour en lire une.',
  video_pixels: 'La vidéo a trop de pixels : {width} × {height}.',
  video_memory: 'La lecture de la vidéo demande trop de mémoire.',
  video_reader_broke: 'Le programme qui lit les vidéos a échoué sur ce fichier.',
  photo_models: 'Les modèles ont échoué sur cette photo : consultez le journal du serveur.',
  photo_mystery: 'Cette photo est illisible pour une raison inconnue : consultez le journal du serveur.',
  ...auditWords,
  other: 'Message du serveur : {text}',
};
