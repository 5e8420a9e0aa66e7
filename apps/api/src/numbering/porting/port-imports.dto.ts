import { Integer, Nested, Text } from '../../http';
import { PortRequestDto } from './port-requests.dto';

export const FAULTS_MAX = 1000;
const DRAFTS_MAX = 1000;

/** The file is the body. */
export class ImportPortsBody {}

class PortFileFaultDto {
  @Integer({ description: 'Line of the file, whose first names the columns.', example: 2 })
  line: number;

  @Text({ description: 'Column of the file.', example: 'Phone Number' })
  column: string;

  @Text({ description: 'What is wrong.', example: 'Your account has this number already.' })
  message: string;
}

export class PortImportDto {
  @Nested(() => PortRequestDto, { description: 'The drafts, one per country.', many: true, max: DRAFTS_MAX })
  items: readonly PortRequestDto[];

  @Text({ description: 'The carrier whose export it is; null for another file.', example: 'Twilio', nullable: true })
  carrier: string | null;

  @Integer({ description: 'Number of all faults.', example: 1 })
  faultCount: number;

  @Nested(() => PortFileFaultDto, {
    description: `What was not imported, and why: the first ${FAULTS_MAX.toLocaleString('en')}.`,
    many: true,
    max: FAULTS_MAX,
  })
  faults: readonly PortFileFaultDto[];
}
