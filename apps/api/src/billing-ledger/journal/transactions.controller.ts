import { Controller, Get } from '@nestjs/common';
import { BillingQueries } from '@trunkline/billing-ledger';
import type { Page, Principal } from '@trunkline/kernel';
import {
  type Download,
  filtersIn,
  ListQuery,
  mapPage,
  Endpoint,
  pageOfQuery,
  pageOrCsv,
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
  list(
    @Who() { accountId }: Principal,
    @ListQuery() query: ListTransactionsQuery,
  ): Promise<Page<TransactionDto> | Download> {
    const { format, ...filters } = filtersIn(query);
    const file = { format, type: TransactionDto, fileName: 'transactions.csv' };
    return pageOrCsv(file, pageOfQuery(query, 'created_at'), (page) =>
      mapPage(this.queries.listTransactions(accountId, filters, page), toTransactionDto),
    );
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
