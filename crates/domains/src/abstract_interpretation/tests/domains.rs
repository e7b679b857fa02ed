//! Every operation of the domains against doing it to every member.

use faultscope_ir::{Op, Sort, Value};

use crate::abstract_interpretation::pair::{Step, Word};
use crate::abstract_interpretation::value::Abstract;
use crate::numbers::Interval;
use crate::numbers::bits::Bits;

/// Sets of bit-vectors of all shapes: one interval in either order, and both halves.
fn sets(width: u32) -> Vec<Bits> {
    let (half, end) = (1_u128 << (width - 1), 1_u128 << width);
    let intervals = |from: u128, to: u128| {
        (from..to).flat_map(move |lo| (lo..to).map(move |hi| Bits::unsigned(width, lo, hi)))
    };
    let mut sets: Vec<Bits> = intervals(0, half).chain(intervals(half, end)).collect();
    for low in intervals(0, half) {
        sets.extend(intervals(half, end).map(|high| low.join(high)));
    }
    sets
}

fn members(set: Bits) -> Vec<u128> {
    (0..1 << set.width()).filter(|bits| set.contains(*bits)).collect()
}

const COMPARISONS: [Op; 5] = [Op::Eq, Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle];

const BINARY: [Op; 14] = [
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
    Op::Concat,
];

#[track_caller]
fn check_contains(set: &Abstract, value: &Value, context: &dyn std::fmt::Debug) {
    assert!(Abstract::of(value).is_within(set), "{context:?}: {value} is not in {set:?}");
}

/// Pairs of sets of three bits.
fn pairs() -> Vec<(Bits, Bits)> {
    let sets = sets(3);
    sets.iter().flat_map(|lhs| sets.iter().map(move |rhs| (*lhs, *rhs))).collect()
}

/// The results of an operation on three bits: for each pair of operands a bit set in a mask, at the result's place.
fn results(op: Op) -> Vec<Vec<u64>> {
    let bit = |value: Value| match value {
        Value::Bool(truth) => 1 << u32::from(truth),
        value => 1 << value.as_unsigned().expect("a bit-vector"),
    };
    let result = |lhs, rhs| bit(op.apply(&[Value::bits(3, lhs), Value::bits(3, rhs)]).expect("a value"));
    (0..8).map(|lhs| (0..8).map(|rhs| result(lhs, rhs)).collect()).collect()
}

/// The members of a set as a mask.
fn mask(set: &Abstract) -> u64 {
    match set {
        Abstract::Bool(truth) => u64::from(truth.can_fail) | u64::from(truth.can_hold) << 1,
        Abstract::Bits(bits) => members(*bits).into_iter().map(|bits| 1 << bits).sum(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn results_of_binary_operations_are_in_their_sets() {
    for op in BINARY.into_iter().chain(COMPARISONS) {
        let results = results(op);
        let sort = op.result_sort(&[Sort::bits(3), Sort::bits(3)]);
        for (lhs, rhs) in pairs() {
            let found = mask(&Abstract::apply(op, &[Abstract::Bits(lhs), Abstract::Bits(rhs)], sort));
            for left in members(lhs) {
                for right in members(rhs) {
                    let result = results[left as usize][right as usize];
                    assert!(found & result != 0, "{op:?} {left} {right} in {lhs:?} {rhs:?}");
                }
            }
        }
    }
}

#[test]
fn results_of_unary_operations_are_in_their_sets() {
    let extracts = (0..4).flat_map(|hi| (0..=hi).map(move |lo| Op::Extract { hi, lo }));
    let others = [Op::BvNeg, Op::BvNot, Op::ZeroExtend(2), Op::SignExtend(2)];
    for op in extracts.chain(others) {
        for set in sets(4) {
            let result = Abstract::apply(op, &[Abstract::Bits(set)], op.result_sort(&[Sort::bits(4)]));
            for bits in members(set) {
                check_contains(&result, &op.apply(&[Value::bits(4, bits)]).expect("a value"), &(op, bits));
            }
        }
    }
}

#[test]
fn comparisons_keep_what_fulfils_them() {
    for op in COMPARISONS {
        let results = results(op);
        for ((lhs, rhs), truth) in pairs().into_iter().flat_map(|pair| [(pair, true), (pair, false)]) {
            let kept = Abstract::compare(op, &Abstract::Bits(lhs), &Abstract::Bits(rhs), truth);
            let (left_kept, right_kept) = kept.map_or((0, 0), |(lhs, rhs)| (mask(&lhs), mask(&rhs)));
            for left in members(lhs) {
                for right in members(rhs) {
                    if results[left as usize][right as usize] == 1 << u32::from(truth) {
                        let is_kept = left_kept >> left & 1 == 1 && right_kept >> right & 1 == 1;
                        assert!(is_kept, "{op:?} {truth} {left} {right} in {lhs:?} {rhs:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn lattice_operations_of_bit_vectors_agree_with_their_members() {
    let thresholds = [-3, 0, 2];
    for (lhs, rhs) in pairs() {
        let (left, right) = (members(lhs), members(rhs));
        let both: Vec<u128> = left.iter().copied().filter(|bits| right.contains(bits)).collect();
        assert_eq!(lhs.meet(rhs).map_or(Vec::new(), members), both, "{lhs:?} {rhs:?}");
        assert_eq!(lhs.is_within(rhs), left.iter().all(|bits| right.contains(bits)));
        let joined = lhs.join(rhs);
        assert!(lhs.is_within(joined) && rhs.is_within(joined));
        assert!(joined.is_within(lhs.widen(joined, &thresholds)));
        let (lo, hi) = lhs.signed_ends();
        assert_eq!(Bits::range(3, (lo - 8, hi - 8)), Bits::range(3, (lo, hi)));
    }
}

#[test]
fn simple_operations_lose_nothing() {
    let set = |lo, hi| Bits::range(8, (lo, hi));
    assert_eq!(set(1, 9).add(set(-3, 2)), set(-2, 11));
    assert_eq!(set(120, 127).add(set(1, 1)), set(121, 128));
    assert_eq!(set(-5, 5).mul(set(3, 3)), set(0, 15).join(set(-15, -3)));
    assert_eq!(set(0, 100).urem(set(8, 8)), set(0, 7));
    assert_eq!(set(-9, 100).sdiv(set(10, 10)), set(0, 10));
    assert_eq!(Bits::any(8).and(set(7, 7)), set(0, 7));
    assert_eq!(set(16, 31).or(set(3, 3)), set(19, 31));
    assert_eq!(set(-4, -1).zero_extend(8), Bits::range(16, (252, 255)));
    assert_eq!(set(-4, 3).sign_extend(8), Bits::range(16, (-4, 3)));
    assert_eq!(set(0, 5).without(0), Some(set(1, 5)));
    assert_eq!(set(0, 0).without(0), None);
}

#[test]
fn wide_bit_vectors_do_not_overflow() {
    for width in [64, 127, 128] {
        let any = Bits::any(width);
        let largest = Bits::constant(width, u128::MAX >> 1);
        for set in [any, largest, Bits::constant(width, 1 << (width - 1)), Bits::constant(width, u128::MAX)] {
            for other in [any, set, largest] {
                for op in &BINARY[..13] {
                    let operands = [Abstract::Bits(set), Abstract::Bits(other)];
                    let result = Abstract::apply(*op, &operands, Sort::bits(width));
                    if let (Some(lhs), Some(rhs)) = (operands[0].as_constant(), operands[1].as_constant()) {
                        check_contains(&result, &op.apply(&[lhs, rhs]).expect("a value"), op);
                    }
                }
            }
            assert!(set.neg().neg().is_within(any) && set.not().not() == set);
        }
    }
}

/// Intervals of small integers, with and without ends.
fn intervals() -> Vec<Interval> {
    let mut intervals = vec![Interval::ANY];
    for lo in -3..4 {
        intervals.extend((lo..4).map(|hi| Interval::new(lo, hi)));
        intervals.extend([Interval::new(lo, i128::MAX), Interval::new(i128::MIN, lo)]);
    }
    intervals
}

fn integers(interval: Interval) -> impl Iterator<Item = i128> {
    let (lo, hi) = interval.ends();
    (-6..7).filter(move |number| lo <= *number && *number <= hi)
}

#[test]
fn results_on_integers_are_in_their_intervals() {
    let ops = [Op::Add, Op::Sub, Op::Mul, Op::IntDiv, Op::IntMod, Op::Eq, Op::Lt, Op::Le];
    for (lhs, rhs) in
        intervals().into_iter().flat_map(|lhs| intervals().into_iter().map(move |rhs| (lhs, rhs)))
    {
        for op in ops {
            let sort = op.result_sort(&[Sort::int(); 2]);
            let result = Abstract::apply(op, &[Abstract::Int(lhs), Abstract::Int(rhs)], sort);
            let compared = [true, false].map(|truth| {
                let is_comparison = sort.is_bool();
                is_comparison.then(|| Abstract::compare(op, &Abstract::Int(lhs), &Abstract::Int(rhs), truth))
            });
            for (left, right) in integers(lhs).flat_map(|left| integers(rhs).map(move |right| (left, right)))
            {
                let (left, right) = (Value::int(left), Value::int(right));
                let Some(value) = op.apply(&[left.clone(), right.clone()]) else { continue };
                check_contains(&result, &value, &(op, &left, &right));
                if let Some(truth) = value.as_bool()
                    && let Some(kept) = &compared[usize::from(!truth)]
                {
                    let (lhs, rhs) = kept.as_ref().expect("there are members that compare so");
                    check_contains(lhs, &left, &(op, truth, &right));
                    check_contains(rhs, &right, &(op, truth, &left));
                }
            }
        }
        assert!(lhs.is_within(lhs.join(rhs)) && rhs.is_within(lhs.join(rhs)));
        assert!(rhs.is_within(lhs.widen(lhs.join(rhs), &[0])));
    }
}

#[test]
fn huge_integers_are_infinite() {
    let huge = Interval::new(1 << 126, 1 << 126);
    for result in [huge.add(huge), huge.mul(huge), huge.neg().sub(huge), huge.add(huge).add(huge)] {
        assert_eq!(result.as_constant(), None, "{result:?}");
    }
    assert!(huge.less(huge.add(huge)).can_hold);
}

/// Sets of some pointers, 32 bits above 32 bits, and the pointers.
fn words() -> Vec<(Word, Vec<u128>)> {
    let pointer = |object: u128, offset: u128| object << 32 | offset;
    let lists = [
        vec![pointer(0, 0)],
        vec![pointer(3, 0), pointer(3, 4), pointer(3, 8)],
        vec![pointer(3, 2), pointer(5, 14)],
        vec![pointer(0, 0), pointer(7, 0)],
        vec![pointer(4, 0), pointer(4, 12), pointer(4, 36)],
        vec![pointer(1, 0xffff_fffc), pointer(1, 8)],
        vec![pointer(0xffff_ffff, 0xffff_ffff), pointer(0, 1), pointer(0x8000_0000, 5)],
    ];
    let constant = |bits: &u128| Word::Bits(Bits::constant(64, *bits));
    let set = |list: &Vec<u128>| list.iter().map(constant).reduce(|set, it| set.join(&it)).expect("some");
    lists.into_iter().map(|list| (set(&list), list)).collect()
}

#[track_caller]
fn check_word(set: &Word, bits: u128) {
    assert!(Word::Bits(Bits::constant(64, bits)).is_within(set), "{bits:#x} is not in {set:?}");
}

#[test]
fn operations_on_parts_lose_no_member() {
    for (set, members) in words() {
        for bits in &members {
            check_word(&set, *bits);
            for by in [1, 4, 12, 0xffff_fffc, 0x8000_0000] {
                let addend = Bits::constant(32, by);
                let sum = |bits: u128| bits >> 32 << 32 | (bits.wrapping_add(by) & 0xffff_ffff);
                check_word(&set.add_low(addend, Step::ANY), sum(*bits));
                let two = addend.join(Bits::constant(32, 0));
                for step in [Step::ANY, Step::multiples(1 << by.trailing_zeros())] {
                    check_word(&set.add_low(two, step), sum(*bits));
                    check_word(&set.add_low(two, step), *bits);
                }
            }
            for (hi, lo) in [(31, 0), (63, 32), (40, 20), (15, 0), (63, 48)] {
                let part = Bits::constant(hi - lo + 1, bits >> lo & ((1 << (hi - lo + 1)) - 1));
                assert!(part.is_within(set.extract(hi, lo)));
                check_word(&set.with_part(hi, lo, part).expect("it has the member"), *bits);
            }
        }
        for (other, others) in words() {
            let joined = set.join(&other);
            assert!(set.is_within(&joined) && other.is_within(&joined));
            assert!(joined.is_within(&set.widen(&joined, &[0, 40])));
            for bits in members.iter().filter(|it| others.contains(it)) {
                check_word(&set.meet(&other).expect("there is a member of both"), *bits);
            }
            for bits in members.iter().filter(|it| **it != others[0]) {
                check_word(&set.without(others[0]).expect("another is left"), *bits);
            }
        }
    }
}

#[test]
fn parts_know_the_offsets_of_several_objects_and_their_steps() {
    let word = |object: u128, offset: u128| Word::Bits(Bits::constant(64, object << 32 | offset));
    let two = word(3, 0).join(&word(5, 8));
    assert_eq!(two.extract(31, 0), Bits::range(32, (0, 8)));
    assert_eq!(two.extract(63, 32), Bits::range(32, (3, 5)));
    let moving = word(3, 0).join(&word(3, 4)).widen(&word(3, 0).join(&word(3, 8)), &[0, 41]);
    let inside = moving.with_part(31, 0, Bits::range(32, (0, 39))).expect("it can be");
    assert_eq!(inside.extract(31, 0), Bits::range(32, (0, 36)));
    assert_eq!(inside.n_values(), Some(10));
    let null = word(0, 0).join(&word(3, 0));
    assert_eq!(null.without(0).expect("the other").extract(63, 32), Bits::range(32, (1, 3)));
}
