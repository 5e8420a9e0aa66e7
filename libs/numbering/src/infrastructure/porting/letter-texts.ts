import type { LetterLanguage } from '../../application/porting/letters';

/** The words of a letter of authorization. `{gaining}` and `{losing}` stand for the carriers, `{count}` for the number of numbers. */
export interface LetterTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly losing: string;
  readonly subscriber: string;
  readonly gaining: string;
  readonly accountNumber: string;
  readonly authorizedPerson: string;
  readonly billingPhone: string;
  readonly requestedDate: string;
  readonly soon: string;
  readonly reference: string;
  readonly numbers: string;
  readonly opening: readonly string[];
  readonly closing: readonly string[];
  readonly signature: readonly string[];
  readonly page: string;
}

export const LETTER_TEXTS: Readonly<Record<LetterLanguage, LetterTexts>> = {
  en: {
    title: 'Letter of authorization',
    subtitle: 'Transfer of telephone numbers to another provider',
    losing: 'To (present provider)',
    subscriber: 'From (subscriber)',
    gaining: 'New provider',
    accountNumber: 'Account number',
    authorizedPerson: 'Authorized person',
    billingPhone: 'Billing telephone number',
    requestedDate: 'Requested date',
    soon: 'As soon as possible',
    reference: 'Reference',
    numbers: 'Telephone numbers ({count})',
    opening: [
      'I am authorized to act for the subscriber named above. I authorize {gaining} to arrange the transfer (porting) of the telephone numbers listed below from {losing} to {gaining} on behalf of the subscriber, and to exchange the information that the transfer needs.',
      'The services of {losing} for these numbers end with the transfer, and not before. Other numbers and contracts of the subscriber are not affected.',
    ],
    closing: [
      'I confirm that the details in this letter are correct and that the subscriber is entitled to transfer the numbers. This authorization ends with the transfer. Until then, I can withdraw it in writing.',
    ],
    signature: ['Place, date', 'Signature', 'Name in block letters', 'Position'],
    page: 'Page {page} of {pages}',
  },
  de: {
    title: 'Vollmacht zur Rufnummernportierung',
    subtitle: 'Übertragung von Rufnummern zu einem anderen Anbieter',
    losing: 'An (bisheriger Anbieter)',
    subscriber: 'Von (Anschlussinhaber)',
    gaining: 'Neuer Anbieter',
    accountNumber: 'Kundennummer',
    authorizedPerson: 'Vertretungsberechtigte Person',
    billingPhone: 'Hauptrufnummer',
    requestedDate: 'Gewünschter Termin',
    soon: 'Nächstmöglich',
    reference: 'Referenz',
    numbers: 'Rufnummern ({count})',
    opening: [
      'Ich bin berechtigt, für den oben genannten Anschlussinhaber zu handeln. Ich bevollmächtige {gaining}, in dessen Namen die Übertragung (Portierung) der unten aufgeführten Rufnummern von {losing} zu {gaining} zu veranlassen und die dafür nötigen Angaben auszutauschen.',
      'Die Dienste von {losing} für diese Rufnummern enden mit der Übertragung und nicht vorher. Andere Rufnummern und Verträge des Anschlussinhabers bleiben davon unberührt.',
    ],
    closing: [
      'Ich bestätige, dass die Angaben in diesem Schreiben richtig sind und dass der Anschlussinhaber zur Übertragung der Rufnummern berechtigt ist. Diese Vollmacht endet mit der Übertragung. Bis dahin kann ich sie schriftlich widerrufen.',
    ],
    signature: ['Ort, Datum', 'Unterschrift', 'Name in Druckbuchstaben', 'Funktion'],
    page: 'Seite {page} von {pages}',
  },
  fr: {
    title: 'Mandat de portabilité',
    subtitle: 'Transfert de numéros de téléphone vers un autre opérateur',
    losing: 'À (opérateur actuel)',
    subscriber: 'De (titulaire)',
    gaining: 'Nouvel opérateur',
    accountNumber: 'Numéro de client',
    authorizedPerson: 'Personne habilitée',
    billingPhone: 'Numéro de tête de ligne',
    requestedDate: 'Date souhaitée',
    soon: 'Dès que possible',
    reference: 'Référence',
    numbers: 'Numéros de téléphone ({count})',
    opening: [
      'Je suis habilité(e) à agir pour le titulaire désigné ci-dessus. Je donne mandat à {gaining} pour effectuer, au nom du titulaire, le transfert (la portabilité) des numéros de téléphone énumérés ci-dessous de {losing} vers {gaining}, et pour échanger les informations nécessaires à ce transfert.',
      'Les services de {losing} pour ces numéros prennent fin avec le transfert, et non avant. Les autres numéros et contrats du titulaire ne sont pas concernés.',
    ],
    closing: [
      'J’atteste que les indications de ce mandat sont exactes et que le titulaire a le droit de transférer ces numéros. Ce mandat prend fin avec le transfert. Je peux le révoquer par écrit jusque-là.',
    ],
    signature: ['Lieu et date', 'Signature', 'Nom en majuscules', 'Fonction'],
    page: 'Page {page} sur {pages}',
  },
  es: {
    title: 'Carta de autorización de portabilidad',
    subtitle: 'Traslado de números de teléfono a otro operador',
    losing: 'Para (operador actual)',
    subscriber: 'De (titular)',
    gaining: 'Nuevo operador',
    accountNumber: 'Número de cliente',
    authorizedPerson: 'Persona autorizada',
    billingPhone: 'Número principal',
    requestedDate: 'Fecha solicitada',
    soon: 'Lo antes posible',
    reference: 'Referencia',
    numbers: 'Números de teléfono ({count})',
    opening: [
      'Estoy facultado para actuar en nombre del titular arriba indicado. Autorizo a {gaining} a tramitar, en nombre del titular, el traslado (portabilidad) de los números de teléfono relacionados a continuación de {losing} a {gaining}, y a intercambiar la información necesaria para ello.',
      'Los servicios de {losing} para estos números terminan con el traslado, y no antes. Los demás números y contratos del titular no se ven afectados.',
    ],
    closing: [
      'Confirmo que los datos de esta carta son correctos y que el titular tiene derecho a trasladar los números. Esta autorización termina con el traslado. Hasta entonces puedo revocarla por escrito.',
    ],
    signature: ['Lugar y fecha', 'Firma', 'Nombre en mayúsculas', 'Cargo'],
    page: 'Página {page} de {pages}',
  },
  it: {
    title: 'Delega per la portabilità del numero',
    subtitle: 'Trasferimento di numeri telefonici a un altro operatore',
    losing: 'A (operatore attuale)',
    subscriber: 'Da (intestatario)',
    gaining: 'Nuovo operatore',
    accountNumber: 'Codice cliente',
    authorizedPerson: 'Persona autorizzata',
    billingPhone: 'Numero principale',
    requestedDate: 'Data richiesta',
    soon: 'Il prima possibile',
    reference: 'Riferimento',
    numbers: 'Numeri telefonici ({count})',
    opening: [
      'Sono autorizzato ad agire per l’intestatario sopra indicato. Delego {gaining} a curare, per conto dell’intestatario, il trasferimento (portabilità) dei numeri telefonici elencati di seguito da {losing} a {gaining}, e a scambiare le informazioni necessarie a tal fine.',
      'I servizi di {losing} per questi numeri cessano con il trasferimento, e non prima. Gli altri numeri e contratti dell’intestatario restano invariati.',
    ],
    closing: [
      'Confermo che i dati di questa delega sono corretti e che l’intestatario ha il diritto di trasferire i numeri. Questa delega termina con il trasferimento. Fino ad allora posso revocarla per iscritto.',
    ],
    signature: ['Luogo e data', 'Firma', 'Nome in stampatello', 'Funzione'],
    page: 'Pagina {page} di {pages}',
  },
  nl: {
    title: 'Machtiging voor nummerbehoud',
    subtitle: 'Overdracht van telefoonnummers aan een andere aanbieder',
    losing: 'Aan (huidige aanbieder)',
    subscriber: 'Van (abonnee)',
    gaining: 'Nieuwe aanbieder',
    accountNumber: 'Klantnummer',
    authorizedPerson: 'Gemachtigde persoon',
    billingPhone: 'Hoofdnummer',
    requestedDate: 'Gewenste datum',
    soon: 'Zo snel mogelijk',
    reference: 'Referentie',
    numbers: 'Telefoonnummers ({count})',
    opening: [
      'Ik ben bevoegd om namens de hierboven genoemde abonnee te handelen. Ik machtig {gaining} om namens de abonnee de overdracht (portering) van de hieronder genoemde telefoonnummers van {losing} naar {gaining} te regelen en de daarvoor benodigde gegevens uit te wisselen.',
      'De diensten van {losing} voor deze nummers eindigen met de overdracht, en niet eerder. Andere nummers en contracten van de abonnee blijven ongewijzigd.',
    ],
    closing: [
      'Ik bevestig dat de gegevens in deze machtiging juist zijn en dat de abonnee de nummers mag overdragen. Deze machtiging eindigt met de overdracht. Tot dan kan ik haar schriftelijk intrekken.',
    ],
    signature: ['Plaats, datum', 'Handtekening', 'Naam in blokletters', 'Functie'],
    page: 'Pagina {page} van {pages}',
  },
  pl: {
    title: 'Pełnomocnictwo do przeniesienia numerów',
    subtitle: 'Przeniesienie numerów telefonicznych do innego dostawcy',
    losing: 'Do (dotychczasowy dostawca)',
    subscriber: 'Od (abonent)',
    gaining: 'Nowy dostawca',
    accountNumber: 'Numer klienta',
    authorizedPerson: 'Osoba upoważniona',
    billingPhone: 'Numer główny',
    requestedDate: 'Żądany termin',
    soon: 'Najszybciej, jak to możliwe',
    reference: 'Oznaczenie sprawy',
    numbers: 'Numery telefonów ({count})',
    opening: [
      'Jestem uprawniony/-a do działania w imieniu wskazanego wyżej abonenta. Upoważniam {gaining} do przeprowadzenia w imieniu abonenta przeniesienia wymienionych niżej numerów telefonicznych od {losing} do {gaining} oraz do wymiany informacji niezbędnych do tego celu.',
      'Usługi {losing} dotyczące tych numerów kończą się z chwilą przeniesienia, a nie wcześniej. Pozostałe numery i umowy abonenta pozostają bez zmian.',
    ],
    closing: [
      'Oświadczam, że dane w tym pełnomocnictwie są prawidłowe, a abonent ma prawo do przeniesienia numerów. Pełnomocnictwo wygasa z chwilą przeniesienia. Do tego czasu mogę je odwołać na piśmie.',
    ],
    signature: ['Miejscowość, data', 'Podpis', 'Imię i nazwisko drukowanymi literami', 'Stanowisko'],
    page: 'Strona {page} z {pages}',
  },
  pt: {
    title: 'Carta de autorização de portabilidade',
    subtitle: 'Transferência de números de telefone para outro operador',
    losing: 'Para (operador atual)',
    subscriber: 'De (titular)',
    gaining: 'Novo operador',
    accountNumber: 'Número de cliente',
    authorizedPerson: 'Pessoa autorizada',
    billingPhone: 'Número principal',
    requestedDate: 'Data pretendida',
    soon: 'Logo que possível',
    reference: 'Referência',
    numbers: 'Números de telefone ({count})',
    opening: [
      'Tenho poderes para agir em nome do titular acima indicado. Autorizo {gaining} a tratar, em nome do titular, da transferência (portabilidade) dos números de telefone abaixo indicados de {losing} para {gaining}, e a trocar as informações necessárias para esse fim.',
      'Os serviços de {losing} para estes números terminam com a transferência, e não antes. Os outros números e contratos do titular não são afetados.',
    ],
    closing: [
      'Confirmo que os dados desta carta estão corretos e que o titular tem o direito de transferir os números. Esta autorização termina com a transferência. Até lá, posso revogá-la por escrito.',
    ],
    signature: ['Local e data', 'Assinatura', 'Nome em maiúsculas', 'Função'],
    page: 'Página {page} de {pages}',
  },
};
