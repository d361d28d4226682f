# Harvests records with HTTP::OAI. Prints identifier, date, state and title of each.
use strict;
use warnings;
use HTTP::OAI;
use HTTP::OAI::Metadata::OAI_DC;

binmode STDOUT, ':utf8';
my ($url, %arguments) = @ARGV;
my $harvester = HTTP::OAI::Harvester->new(baseURL => $url);
my $identity = $harvester->Identify;
die $identity->message if $identity->is_error;
my $list = $harvester->ListRecords(
  %arguments,
  handlers => { metadata => 'HTTP::OAI::Metadata::OAI_DC' },
  onRecord => sub {
    my ($record) = @_;
    my $title = $record->metadata ? $record->metadata->dc->{title}[0] : '';
    my $state = $record->header->is_deleted ? 'deleted' : 'shown';
    print join("\t", $record->identifier, $record->datestamp, $state, $title), "\n";
  },
);
die $list->message if $list->is_error;
