type Ref;
type Field a = [Ref]a;
const unique null: Ref;
const limit: int;
axiom limit > 0 && (forall i: int :: i > limit ==> i * 2 > limit);
var heap: [Ref, int]int;
var grid: [int][int]bool;
function double(x: int): int { x + x }
function positive(x: int) returns (bool);
axiom (forall x: int :: { positive(x) } positive(x) <==> x > 0);

procedure swap(a: int, b: int) returns (c: int, d: int)
  requires a != b;
  ensures c == b && d == a;
{
  c, d := b, a;
}

procedure step(x: int) returns (y: int);
  modifies heap;
  ensures y == old(heap)[null, x] + 1;
  ensures {:smt "extra"} y >= 0;

implementation step(x: int) returns (y: int)
{
  y := heap[null, x] + 1;
}

procedure main() returns (result: int)
  modifies heap, grid;
{
  var i, j: int;
  var r: real;
  var b: bv8;
  var p: bool where p ==> true;

  havoc i, p;
  assume i > 0 && i < 10;
  j := if p then i else -i;
  r := 1.5 + real(i) / 2.0;
  b := 255bv8[8:4] ++ 3bv4;
  while (i > 0)
    invariant i >= 0;
  {
    grid[i][j] := !grid[i][j];
    heap := heap[null, i := double(j)];
    if (*) { i := i - 1; } else if (i mod 2 == 0) { break; } else { i := i div 2; }
  }
  call i, j := swap(i, j + 100);
  call j := step(i);
  goto left, right;
left:
  assume (exists k: int :: grid[k][j]);
  result := 1;
  return;
right:
  assert {:reason "demo"} j <= limit || positive(j);
  result := int(r);
}
