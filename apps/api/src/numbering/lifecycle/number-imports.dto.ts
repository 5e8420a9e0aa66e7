import type { CheckedImport, NumberFile } from '@trunkline/numbering';
import { DescribedAs, Integer, Nested, QueryFlag, SchemaOf, Text, Texts } from '../../http';

const FAULTS_MAX = 1000;

/** The members beside the file. */
export class ImportNumbersQuery {
  @QueryFlag({ description: 'Checks the file, and changes nothing.', default: false })
  dryRun?: boolean;
}

@SchemaOf({ name: 'NumberImportForm' })
export class NumberImportForm extends ImportNumbersQuery {
  @DescribedAs({ type: 'string', format: 'binary', description: 'The CSV file.', examples: ['(binary)'] })
  file: string;
}

class NumberFileFaultDto {
  @Integer({ description: 'Line of the file, whose first names the columns.', example: 2 })
  line: number;

  @Text({ description: 'Column of the file; empty for the whole line.', example: 'trunk', min: 0 })
  column: string;

  @Text({ description: 'What is wrong.', example: 'is not the name or ID of a trunk of this account' })
  message: string;
}

/** What an import would change. */
@SchemaOf({ name: 'NumberImportCheck' })
export class NumberImportCheckDto {
  @Integer({ description: 'Lines of the file after the first.', example: 120 })
  rows: number;

  @Integer({ description: 'Numbers that differ from the file.', example: 12 })
  changes: number;

  @Texts({ description: 'Columns of the file that an import does not change.', example: ['status'] })
  ignoredColumns: readonly string[];

  @Integer({ description: 'Number of all faults. A file with faults is not imported.', example: 1 })
  faultCount: number;

  @Nested(() => NumberFileFaultDto, {
    description: `The first ${FAULTS_MAX.toLocaleString('en')} faults, by line.`,
    many: true,
    max: FAULTS_MAX,
  })
  faults: readonly NumberFileFaultDto[];
}

export function toImportCheckDto(
  { lines: rows, ignoredColumns }: NumberFile,
  { changes, faults }: CheckedImport,
): NumberImportCheckDto {
  return {
    rows,
    changes,
    ignoredColumns: [...ignoredColumns],
    faultCount: faults.length,
    faults: faults.slice(0, FAULTS_MAX),
  };
}
