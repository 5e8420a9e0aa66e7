import { Controller, Get } from '@nestjs/common';
import { BillingQueries } from '@trunkline/billing-ledger';
import type { Page, Principal } from '@trunkline/kernel';
import {
  CSV_ROWS_MAX,
  csvOfPage,
  type Download,
  filtersIn,
  ListQuery,
  mapPage,
  Endpoint,
  pageOfQuery,
  PathId,
  Who,
  Tag,
} from '../../http';
import { ListTransactionsQuery, toTransactionDto, TransactionDto } from './transactions.dto';

@Tag('Billing')
@Controller('v1/billing/transactions')
export class TransactionsController {
  constructor(private readonly queries: BillingQueries) {}

  @Get()
  @Endpoint({
    id: 'billing.transactions.list',
    summary: 'List transactions',
    description:
      'Returns every change of the balance. Within an account, the order by time is the order of the changes, so paging ' +
      'with `order=asc` misses none. `format=csv` returns all that match in one file; `limit` does not apply then.',
    access: 'billing:read',
    page: TransactionDto,
    isAlsoCsv: true,
  })
  async list(
    @Who() { accountId }: Principal,
    @ListQuery() query: ListTransactionsQuery,
  ): Promise<Page<TransactionDto> | Download> {
    const { format, ...filters } = filtersIn(query);
    const page = pageOfQuery(query, 'created_at');
    const isCsv = format === 'csv';
    const asked = isCsv ? { ...page, limit: CSV_ROWS_MAX } : page;
    const found = await mapPage(this.queries.listTransactions(accountId, filters, asked), toTransactionDto);
    return isCsv ? csvOfPage(TransactionDto, found, 'transactions.csv') : found;
  }

  @Get(':id')
  @Endpoint({
    id: 'billing.transactions.get',
    summary: 'Read a transaction',
    description: 'Returns one movement of the wallet with the balance after it.',
    access: 'billing:read',
    answer: TransactionDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<TransactionDto> {
    return toTransactionDto(await this.queries.getTransaction(who.accountId, id));
  }
}
