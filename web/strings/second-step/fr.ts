import type { SecondStepStrings } from './en.ts';

export const secondStep: SecondStepStrings = {
  signingInAs: (username: string) => `Connexion au compte ${username}`,
  codeHint: 'Saisissez les six chiffres affichés par votre application d’authentification.',
  recoveryCode: 'Code de secours',
  recoveryCodeHint: 'Saisissez l’un de vos codes de secours. Chacun ne sert qu’une fois.',
  useRecoveryCode: 'Utiliser plutôt un code de secours',
  useAppCode: 'Utiliser plutôt le code de l’application',
  useFactor: (factor) => `Continuer : ${factor}`,
  useOtherFactor: (factor) => `Utiliser plutôt : ${factor}`,
  promptHint: 'Votre navigateur va vous le demander.',
  promptFailed: 'Cela n’a pas fonctionné : l’opération a été annulée ou a pris trop de temps. Réessayez.',
  askAgain: 'Redemander',
  ownFactor: 'Deuxième étape',
  ownCode: 'Code de la validation en deux étapes',
  ownCodeHint: 'Six chiffres de votre application, ou un code de secours.',
  ownPrompt: (factor) => `Le navigateur demande ensuite votre deuxième étape : ${factor}.`,
  askForCode: 'Demander un code',
  startOver: 'Revenir au mot de passe',
};
