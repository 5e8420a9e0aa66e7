import { bind, implement, Settings, type Wiring } from '@trunkline/platform';
import { PdfPrinter } from '@trunkline/platform/printing';
import { LetterPrinter, LettersOfAuthorization, PortSubscribers } from '../application/porting/letters';
import { PortQueries } from '../application/porting/ports';
import { PdfLetterPrinter } from '../infrastructure/porting/letter-of-authorization';

/** Letters to the carriers that numbers are ported from. */
export const portLettersWiring: Wiring = {
  providers: [implement(LetterPrinter, PdfLetterPrinter, [PdfPrinter, Settings])],
  exported: [bind(LettersOfAuthorization, [PortQueries, PortSubscribers, LetterPrinter])],
};
