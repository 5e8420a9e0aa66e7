import { Global, Module } from '@nestjs/common';
import { Log } from '../observability/log';
import { PdfPrinter } from './pdf-printer';

export { PdfPrinter } from './pdf-printer';
export type { PrintedColumn, PrintedDocument, PrintedLetter, PrintedRow, PrintedSum } from './printed-document';

/** Provides the one printer of a process, whose thread keeps the fonts of all contexts' documents. */
@Global()
@Module({
  providers: [{ provide: PdfPrinter, inject: [Log], useFactory: (log: Log) => new PdfPrinter(log) }],
  exports: [PdfPrinter],
})
export class PrintingModule {}
