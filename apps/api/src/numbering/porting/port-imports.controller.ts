import { Body, Controller, Post } from '@nestjs/common';
import { invalidFields, type Principal } from '@trunkline/kernel';
import { actorOf, ImportPorts, PortQueries, TooManyRows } from '@trunkline/numbering';
import { CsvBody, EdgeErrors, Endpoint, Tag, Who } from '../../http';
import { FAULTS_MAX, ImportPortsBody, PortImportDto } from './port-imports.dto';
import { toPortRequestDto } from './port-requests.dto';

const BYTES_MAX = 4_194_304;

@Tag('Porting')
@Controller('v1/porting/requests/import')
export class PortImportsController {
  constructor(
    private readonly imports: ImportPorts,
    private readonly queries: PortQueries,
  ) {}

  @Post()
  @Endpoint({
    id: 'porting.requests.import',
    summary: 'Create porting requests from an export of another carrier',
    description:
      'Takes the CSV export of the numbers of a Twilio, Telnyx or DIDWW account, which is recognised by its columns, or a CSV file ' +
      'with a column `e164`: at most 4 MiB and 10,000 lines. Creates a draft for each country, and for each 1,000 numbers of ' +
      'it, that names the carrier of the export. Lines whose number cannot be ported are faults, and all others are imported.',
    access: 'numbers:write',
    answer: PortImportDto,
    csv:
      'A first line with the names of the columns, in any order and spelling, of which the column of the number is read: ' +
      '`Phone Number` (Twilio, Telnyx), `DID Number` (DIDWW) or `e164`; and `external_pin` (Telnyx).',
  })
  async import(
    @Who() who: Principal,
    @Body() _: ImportPortsBody,
    @CsvBody() csv: Buffer | null,
  ): Promise<PortImportDto> {
    if (csv === null || csv.length === 0) throw invalidFields({ file: 'is required, as `text/csv`' });
    if (csv.length > BYTES_MAX) throw EdgeErrors.payload_too_large();
    const { requestIds, carrier, faults } = await this.read(who, csv);
    const items = await Promise.all(requestIds.map((id) => this.queries.get(who.accountId, id)));
    const shown = faults.slice(0, FAULTS_MAX);
    return { items: items.map(toPortRequestDto), carrier, faultCount: faults.length, faults: shown };
  }

  private async read(who: Principal, csv: Buffer) {
    try {
      return await this.imports.import({ accountId: who.accountId, actor: actorOf(who) }, csv);
    } catch (error) {
      if (error instanceof TooManyRows) throw invalidFields({ file: error.message });
      throw error;
    }
  }
}
