// A bank account with a daily limit: the balance must never be negative.

var balance: int;
var withdrawn: int;

const limit: int;
axiom limit == 500;

procedure withdraw(amount: int) returns (paid: int)
  modifies balance, withdrawn;
{
  paid := 0;
  if (amount > 0 && withdrawn + amount <= limit) {
    paid := amount;
  }
  if (paid > balance) {
    paid := balance + 1;
  }
  balance := balance - paid;
  withdrawn := withdrawn + paid;
}

procedure main()
  modifies balance, withdrawn;
{
  var first, second, paid: int;

  balance := 700;
  withdrawn := 0;
  havoc first, second;
  call paid := withdraw(first);
  call paid := withdraw(second);
  balance := balance - 300;
  call paid := withdraw(second);
  assert balance >= 0;
}
