//! Parts of definitions in C. Those that are C themselves need a row only if something is known of them beside their definition.

use super::super::model::{Failure, Model};
use super::super::row::{Returned, Row, RowMark, Special, built_in, in_c, special, wide};

pub(super) const PARTS: &[Row] = &[
    in_c(
        "__fs_checked __fs_between __fs_increases __fs_decreases __fs_exponent __fs_scaled __fs_rest \
         __fs_complex_product __fs_complex_quotient",
    )
    .of_each_type(),
    built_in("__fs_abort", Model::Abort).or_in_c(),
    built_in("__fs_activation", Model::Activation),
    built_in("__fs_any", Model::Any).returns(Returned::LongLong),
    built_in("__fs_any_or_end", Model::AnyOr(Failure::ErrorOrEnd)).returns(Returned::LongLong),
    built_in("__fs_any_or_error", Model::AnyOr(Failure::Error)).returns(Returned::LongLong),
    built_in("__fs_close", Model::Close).returns(Returned::Void),
    built_in("__fs_disjoint", Model::Disjoint).returns(Returned::Void),
    built_in("__fs_error", Model::Fail(Failure::Error)).returns(Returned::Void),
    built_in("__fs_error_or_end", Model::Fail(Failure::ErrorOrEnd)).returns(Returned::Void),
    built_in("__fs_fits", Model::Fits).returns(Returned::Void),
    built_in("__fs_forget", Model::Forget).returns(Returned::Void),
    built_in("__fs_is_literal", Model::IsLiteral),
    built_in("__fs_is_longest", Model::IsLongestText),
    built_in("__fs_is_open", Model::IsOpen),
    built_in("__fs_jump", Model::Jump),
    built_in("__fs_landing", Model::Landing),
    built_in("__fs_longest_text", Model::LongestText).returns(Returned::Size),
    built_in("__fs_need", Model::Need).returns(Returned::Void),
    built_in("__fs_readable", Model::Readable).returns(Returned::Void),
    built_in("__fs_require", Model::Require).returns(Returned::Void),
    built_in("__fs_room", Model::Room).returns(Returned::Size),
    built_in("__fs_sign", Model::Sign),
    built_in("__fs_truth", Model::Truth),
    built_in("__fs_unfollowed", Model::Unfollowed).returns(Returned::Void),
    built_in("__fs_written", Model::Written).returns(Returned::Void),
    built_in("__fs_writable", Model::Writable).returns(Returned::Void),
    in_c(
        "__fs_any_moment __fs_argument_vector __fs_line __fs_next_byte __fs_outside_variable __fs_text \
         __fs_text_length __fs_time",
    )
    .marked(&[RowMark::Input]),
    in_c("__fs_printf __fs_counted_printf __fs_wprintf __fs_sprintf __fs_snprintf __fs_asprintf")
        .marked(&[RowMark::Prints]),
    wide("__fs_swprintf", "__fs_snprintf").marked(&[RowMark::Prints]),
    wide("__fs_wide_length", "__fs_length"),
    wide("__fs_wide_length_within", "__fs_length_within"),
    wide("__fs_wide_printed", "__fs_printed"),
    wide("__fs_wide_note_number", "__fs_note_number"),
    special("__fs_object", Special::Object),
];
